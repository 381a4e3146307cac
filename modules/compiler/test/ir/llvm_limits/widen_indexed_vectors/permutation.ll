; A vector that is indexed by elements of another has elements of their width.
; RUN: muxc --passes=widen-indexed-vectors %s | FileCheck %s

; CHECK-LABEL: @wider(
; CHECK: [[WIDE:%.*]] = zext <4 x i16> %a to <4 x i32>
; CHECK: [[E:%.*]] = extractelement <4 x i32> {{.*}}, i32 %i1
; CHECK: trunc i32 [[E]] to i16
define <4 x i16> @wider(<4 x i16> %a, <8 x i32> %indices) {
  %i0 = extractelement <8 x i32> %indices, i64 0
  %i1 = extractelement <8 x i32> %indices, i64 1
  %i2 = extractelement <8 x i32> %indices, i64 2
  %i3 = extractelement <8 x i32> %indices, i64 3
  %w2 = zext i32 %i2 to i64
  %e0 = extractelement <4 x i16> %a, i32 %i0
  %e1 = extractelement <4 x i16> %a, i32 %i1
  %e2 = extractelement <4 x i16> %a, i64 %w2
  %e3 = extractelement <4 x i16> %a, i32 %i3
  %r0 = insertelement <4 x i16> poison, i16 %e0, i64 0
  %r1 = insertelement <4 x i16> %r0, i16 %e1, i64 1
  %r2 = insertelement <4 x i16> %r1, i16 %e2, i64 2
  %r3 = insertelement <4 x i16> %r2, i16 %e3, i64 3
  ret <4 x i16> %r3
}

; CHECK-LABEL: @halves(
; CHECK: bitcast <4 x half> %a to <4 x i16>
; CHECK: zext <4 x i16> {{.*}} to <4 x i64>
; CHECK: bitcast i16 {{.*}} to half
define half @halves(<4 x half> %a, <4 x i64> %indices) {
  %i0 = extractelement <4 x i64> %indices, i64 0
  %i1 = extractelement <4 x i64> %indices, i64 1
  %i2 = extractelement <4 x i64> %indices, i64 2
  %i3 = extractelement <4 x i64> %indices, i64 3
  %e0 = extractelement <4 x half> %a, i64 %i0
  %e1 = extractelement <4 x half> %a, i64 %i1
  %e2 = extractelement <4 x half> %a, i64 %i2
  %e3 = extractelement <4 x half> %a, i64 %i3
  %s0 = fadd half %e0, %e1
  %s1 = fadd half %e2, %e3
  %s2 = fadd half %s0, %s1
  ret half %s2
}

; CHECK-LABEL: @as_wide(
; CHECK-NOT: zext
define float @as_wide(<4 x float> %a, <8 x i32> %indices) {
  %i0 = extractelement <8 x i32> %indices, i64 0
  %i1 = extractelement <8 x i32> %indices, i64 1
  %i2 = extractelement <8 x i32> %indices, i64 2
  %i3 = extractelement <8 x i32> %indices, i64 3
  %e0 = extractelement <4 x float> %a, i32 %i0
  %e1 = extractelement <4 x float> %a, i32 %i1
  %e2 = extractelement <4 x float> %a, i32 %i2
  %e3 = extractelement <4 x float> %a, i32 %i3
  %s0 = fadd float %e0, %e1
  %s1 = fadd float %e2, %e3
  %s2 = fadd float %s0, %s1
  ret float %s2
}

; Code generation makes no permutation of one element.
; CHECK-LABEL: @one(
; CHECK-NOT: zext
; CHECK: ret i16
define i16 @one(<4 x i16> %a, <8 x i32> %indices) {
  %i = extractelement <8 x i32> %indices, i64 2
  %e = extractelement <4 x i16> %a, i32 %i
  ret i16 %e
}
