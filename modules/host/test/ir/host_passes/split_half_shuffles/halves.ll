; Elements that are permuted inside of a half of a register and moved to another half, beside zeros.
; RUN: muxc --passes=split-half-shuffles %s | FileCheck %s

; CHECK-LABEL: @upper(
; CHECK-NEXT: [[P:%.*]] = shufflevector <8 x i32> %v, <8 x i32> poison, <8 x i32> <i32 3, i32 3, i32 3, i32 3, i32 poison, i32 poison, i32 poison, i32 poison>
; CHECK-NEXT: [[R:%.*]] = shufflevector <8 x i32> [[P]], <8 x i32> zeroinitializer, <8 x i32> <i32 8, i32 9, i32 10, i32 11, i32 0, i32 1, i32 2, i32 3>
; CHECK-NEXT: ret <8 x i32> [[R]]
define <8 x i32> @upper(<8 x i32> %v) {
  %r = shufflevector <8 x i32> %v, <8 x i32> zeroinitializer, <8 x i32> <i32 8, i32 9, i32 10, i32 11, i32 3, i32 3, i32 3, i32 3>
  ret <8 x i32> %r
}

; The constant comes first; two registers.
; CHECK-LABEL: @two(
; CHECK-NEXT: [[P:%.*]] = shufflevector <8 x double> %v, <8 x double> poison, <8 x i32> <i32 poison, i32 poison, i32 3, i32 2, i32 poison, i32 poison, i32 7, i32 7>
; CHECK-NEXT: shufflevector <8 x double> [[P]], <8 x double> splat (double 1.000000e+00), <8 x i32> <i32 2, i32 3, i32 10, i32 11, i32 6, i32 7, i32 14, i32 15>
define <8 x double> @two(<8 x double> %v) {
  %r = shufflevector <8 x double> splat (double 1.0), <8 x double> %v, <8 x i32> <i32 11, i32 10, i32 2, i32 3, i32 15, i32 15, i32 6, i32 7>
  ret <8 x double> %r
}

; In two steps, of which the first one moves; so LLVM's passes leave it where other uses want that step.
; CHECK-LABEL: @moved_first(
; CHECK-NEXT: shufflevector
; CHECK-NEXT: [[P:%.*]] = shufflevector <8 x i32> %v, <8 x i32> poison, <8 x i32> <i32 poison, i32 poison, i32 poison, i32 poison, i32 5, i32 4, i32 7, i32 6>
; CHECK-NEXT: shufflevector <8 x i32> [[P]], <8 x i32> <i32 poison, i32 poison, i32 poison, i32 poison, i32 0, i32 0, i32 0, i32 0>, <8 x i32> <i32 4, i32 5, i32 6, i32 7, i32 12, i32 13, i32 14, i32 15>
define <8 x i32> @moved_first(<8 x i32> %v) {
  %m = shufflevector <8 x i32> %v, <8 x i32> poison, <8 x i32> <i32 5, i32 4, i32 7, i32 6, i32 poison, i32 poison, i32 poison, i32 poison>
  %r = shufflevector <8 x i32> <i32 poison, i32 poison, i32 poison, i32 poison, i32 0, i32 0, i32 0, i32 0>, <8 x i32> %m, <8 x i32> <i32 8, i32 9, i32 10, i32 11, i32 4, i32 5, i32 6, i32 7>
  ret <8 x i32> %r
}

; Moved only, permuted only, mixed, a constant that moves, two vectors, one register of half the size.
; CHECK-LABEL: @others(
; CHECK-COUNT-6: shufflevector
; CHECK-NOT: shufflevector
define void @others(<8 x i32> %v, <4 x i32> %s, ptr %p) {
  %a = shufflevector <8 x i32> %v, <8 x i32> zeroinitializer, <8 x i32> <i32 8, i32 9, i32 10, i32 11, i32 0, i32 1, i32 2, i32 3>
  %b = shufflevector <8 x i32> %v, <8 x i32> zeroinitializer, <8 x i32> <i32 8, i32 9, i32 10, i32 11, i32 7, i32 6, i32 5, i32 4>
  %c = shufflevector <8 x i32> %v, <8 x i32> zeroinitializer, <8 x i32> <i32 8, i32 9, i32 10, i32 11, i32 3, i32 3, i32 4, i32 3>
  %d = shufflevector <8 x i32> %v, <8 x i32> <i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8>, <8 x i32> <i32 12, i32 13, i32 14, i32 15, i32 3, i32 3, i32 3, i32 3>
  %e = shufflevector <8 x i32> %v, <8 x i32> %a, <8 x i32> <i32 8, i32 9, i32 10, i32 11, i32 3, i32 3, i32 3, i32 3>
  %f = shufflevector <4 x i32> %s, <4 x i32> zeroinitializer, <4 x i32> <i32 4, i32 5, i32 1, i32 1>
  store volatile <8 x i32> %b, ptr %p
  store volatile <8 x i32> %c, ptr %p
  store volatile <8 x i32> %d, ptr %p
  store volatile <8 x i32> %e, ptr %p
  store volatile <4 x i32> %f, ptr %p
  ret void
}
