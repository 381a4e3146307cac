; Calls of sqrt that say how exact they have to be are LLVM's square root; others, and functions of such a name, are the library's.
; RUN: muxc --passes=cuda-inexact-square-roots %s | FileCheck %s

declare spir_func float @_Z4sqrtf(float)
declare spir_func <4 x float> @_Z4sqrtDv4_f(<4 x float>)
declare spir_func double @_Z4sqrtd(double)
define spir_func float @_Z4sqrtfi(float %x) {
  ret float %x
}

; CHECK-LABEL: define float @roots(
; CHECK: %a = call float @llvm.sqrt.f32(float %x), !fpmath [[ACCURACY:![0-9]+]]
; CHECK: %b = call <4 x float> @llvm.sqrt.v4f32(<4 x float> %v), !fpmath [[ACCURACY]]
; CHECK: %c = call spir_func double @_Z4sqrtd(double %d), !fpmath [[ACCURACY]]
; CHECK: %e = call spir_func float @_Z4sqrtf(float %x)
; CHECK: %f = call spir_func float @_Z4sqrtfi(float %x)
define float @roots(float %x, <4 x float> %v, double %d, ptr %p) {
  %a = call spir_func float @_Z4sqrtf(float %x), !fpmath !0
  %b = call spir_func <4 x float> @_Z4sqrtDv4_f(<4 x float> %v), !fpmath !0
  %c = call spir_func double @_Z4sqrtd(double %d), !fpmath !0
  %e = call spir_func float @_Z4sqrtf(float %x)
  %f = call spir_func float @_Z4sqrtfi(float %x), !fpmath !0
  store <4 x float> %b, ptr %p
  store double %c, ptr %p
  %g = fadd float %a, %e
  %h = fadd float %g, %f
  ret float %h
}

; CHECK: [[ACCURACY]] = !{float 3.000000e+00}
!0 = !{float 3.0}
