; Calls of sqrt that say how exact they have to be are the hardware's, or LLVM's where it knows more; others, and functions of such a name, are the library's.
; RUN: muxc --passes=cuda-inexact-square-roots %s | FileCheck %s

declare spir_func float @_Z4sqrtf(float)
declare spir_func <4 x float> @_Z4sqrtDv4_f(<4 x float>)
declare spir_func double @_Z4sqrtd(double)
define spir_func float @_Z4sqrtfi(float %x) {
  ret float %x
}

; CHECK-LABEL: define float @roots(
; CHECK: %a = call float @llvm.nvvm.sqrt.approx.f(float %x)
; CHECK-COUNT-4: call float @llvm.nvvm.sqrt.approx.f(
; CHECK: %c = call spir_func double @_Z4sqrtd(double %d), !fpmath [[ACCURACY:![0-9]+]]
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

; CHECK-LABEL: define float @left_to_llvm(
; CHECK: call float @llvm.sqrt.f32(float 2.000000e+00), !fpmath [[ACCURACY]]
; CHECK: call afn float @llvm.sqrt.f32(float %x), !fpmath [[ACCURACY]]
define float @left_to_llvm(float %x) {
  %a = call spir_func float @_Z4sqrtf(float 2.0), !fpmath !0
  %b = call afn spir_func float @_Z4sqrtf(float %x), !fpmath !0
  %c = fadd float %a, %b
  ret float %c
}

; CHECK: [[ACCURACY]] = !{float 3.000000e+00}
!0 = !{float 3.0}
