; A conversion for which code generation would call a function becomes conversions of 64 bits, also
; element by element; those of 64 bits are left as they are.
; RUN: muxc --passes=expand-wide-conversions %s | FileCheck %s

; CHECK-LABEL: define float @to_number(
; CHECK-NOT: itofp i128
; CHECK: uitofp i64 {{.*}} to float
; CHECK-NOT: itofp i128
; CHECK: ret float
define float @to_number(i128 %a) {
  %number = sitofp i128 %a to float
  ret float %number
}

; CHECK-LABEL: define i100 @to_integer(
; CHECK: fptoui double {{.*}} to i64
; CHECK-NOT: to i100
; CHECK: trunc i128 {{.*}} to i100
define i100 @to_integer(double %a) {
  %integer = fptoui double %a to i100
  ret i100 %integer
}

; CHECK-LABEL: define <2 x half> @elements(
; CHECK: uitofp i64 {{.*}} to half
; CHECK: insertelement
; CHECK: uitofp i64 {{.*}} to half
; CHECK: insertelement
; CHECK-NOT: uitofp <2 x i128>
define <2 x half> @elements(<2 x i128> %a) {
  %numbers = uitofp <2 x i128> %a to <2 x half>
  ret <2 x half> %numbers
}

; CHECK-LABEL: define double @narrow(
; CHECK-NEXT: sitofp i64 %a to double
; CHECK-NEXT: fptosi double
define double @narrow(i64 %a) {
  %number = sitofp i64 %a to double
  %integer = fptosi double %number to i64
  %again = sitofp i64 %integer to double
  ret double %again
}
