; Operations that may be two units in the last place off are the hardware's; exact operations,
; doubles, and approximations, for which LLVM has faster instructions, stay.
; RUN: muxc --passes=cuda-inexact-arithmetic %s | FileCheck %s

declare float @llvm.sqrt.f32(float)
declare <2 x float> @llvm.sqrt.v2f32(<2 x float>)

; CHECK-LABEL: define float @inexact(
; CHECK: [[Q:%.*]] = call float @llvm.nvvm.div.full(float %x, float %y)
; CHECK-NEXT: [[R:%.*]] = call float @llvm.nvvm.sqrt.approx.f(float [[Q]])
; CHECK-NEXT: ret float [[R]]
define float @inexact(float %x, float %y) {
  %q = fdiv float %x, %y, !fpmath !0
  %r = call float @llvm.sqrt.f32(float %q), !fpmath !1
  ret float %r
}

; CHECK-LABEL: define <2 x float> @vectors(
; CHECK: [[X0:%.*]] = extractelement <2 x float> %x, i64 0
; CHECK: [[Y0:%.*]] = extractelement <2 x float> %y, i64 0
; CHECK: [[Q0:%.*]] = call float @llvm.nvvm.div.full(float [[X0]], float [[Y0]])
; CHECK: insertelement <2 x float> poison, float [[Q0]], i64 0
; CHECK: call float @llvm.nvvm.div.full(
; CHECK-COUNT-2: call float @llvm.nvvm.sqrt.approx.f(
; CHECK: ret <2 x float>
define <2 x float> @vectors(<2 x float> %x, <2 x float> %y) {
  %q = fdiv <2 x float> %x, %y, !fpmath !0
  %r = call <2 x float> @llvm.sqrt.v2f32(<2 x float> %q), !fpmath !1
  ret <2 x float> %r
}

; CHECK-LABEL: define float @reciprocal(
; CHECK: %i = fdiv afn float 1.000000e+00, %x, !fpmath
; CHECK: %e = fdiv float 1.000000e+00, %i
define float @reciprocal(float %x) {
  %i = fdiv float 1.0, %x, !fpmath !0
  %e = fdiv float 1.0, %i
  ret float %e
}

; CHECK-LABEL: define float @exact(
; CHECK: fdiv float %x, %y
; CHECK: fdiv float {{.*}}, !fpmath
; CHECK: fdiv afn float
; CHECK: fdiv double
; CHECK: [[ROOT:%.*]] = call float @llvm.sqrt.f32(
; CHECK-NEXT: ret float [[ROOT]]
define float @exact(float %x, float %y, double %d) {
  %q = fdiv float %x, %y
  %one = fdiv float %q, %y, !fpmath !2
  %fast = fdiv afn float %one, %y, !fpmath !0
  %wide = fpext float %fast to double
  %e = fdiv double %wide, %d, !fpmath !0
  %s = fptrunc double %e to float
  %r = call float @llvm.sqrt.f32(float %s)
  ret float %r
}

!0 = !{float 2.5}
!1 = !{float 3.0}
!2 = !{float 1.0}
