; A value computed from one component and used for all is computed as a vector from the start.
; RUN: veczc --step=raise-splats %s | FileCheck %s

; CHECK-LABEL: define <4 x i8> @alpha(
; CHECK: [[SPLAT:%.*]] = shufflevector <4 x i8> %v, <4 x i8> {{.*}}, <4 x i32> <i32 3, i32 3, i32 3, i32 3>
; CHECK: [[NOT:%.*]] = xor <4 x i8> [[SPLAT]], splat (i8 -1)
; CHECK: mul <4 x i8> %v, [[NOT]]
define <4 x i8> @alpha(<4 x i8> %v) {
  %w = extractelement <4 x i8> %v, i64 3
  %a = xor i8 %w, -1
  %one = insertelement <4 x i8> poison, i8 %a, i64 0
  %all = shufflevector <4 x i8> %one, <4 x i8> poison, <4 x i32> zeroinitializer
  %r = mul <4 x i8> %v, %all
  ret <4 x i8> %r
}
