; A division for which code generation would call a function becomes shifts and subtractions; 64
; bits are left to the CPU. Vectors are divided element by element.
; RUN: muxc --passes=expand-wide-divisions %s | FileCheck %s

; CHECK-LABEL: define i128 @wide(
; CHECK-NOT: {{[us](div|rem)}} i128
; CHECK: ret i128
define i128 @wide(i128 %a, i128 %b) {
  %quotient = udiv i128 %a, %b
  %rest = srem i128 %a, %b
  %both = add i128 %quotient, %rest
  ret i128 %both
}

; CHECK-LABEL: define i64 @narrow(
; CHECK: udiv i64
; CHECK: srem i64
define i64 @narrow(i64 %a, i64 %b) {
  %quotient = udiv i64 %a, %b
  %rest = srem i64 %a, %b
  %both = add i64 %quotient, %rest
  ret i64 %both
}

; CHECK-LABEL: define <2 x i128> @elements(
; CHECK: extractelement
; CHECK-NOT: {{[us](div|rem)}} {{.*}}i128
; CHECK: insertelement
; CHECK: extractelement
; CHECK-NOT: {{[us](div|rem)}} {{.*}}i128
; CHECK: insertelement
; CHECK: ret <2 x i128>
define <2 x i128> @elements(<2 x i128> %a, <2 x i128> %b) {
  %rest = urem <2 x i128> %a, %b
  ret <2 x i128> %rest
}
