; Functions of floats become native ones, or forms for this; double, functions without relaxed limits and the program's
; own stay.
; RUN: muxc --passes=relaxed-math %s | FileCheck %s

define void @f(float %x, <4 x float> %v, <4 x i32> %i, double %d) {
; CHECK-LABEL: @f(
; CHECK: call float @_Z10native_sinf(
; CHECK: call <4 x float> @_Z11native_exp2Dv4_f(
; CHECK: call float @_Z11native_powrff(
; CHECK: call <4 x float> @_Z11native_powrDv4_fS_(
; CHECK: call float @_Z10native_cosf(
; CHECK: call float @_Z10native_cosf(
; CHECK: call double @_Z3sind(
; CHECK: call float @_Z10native_tanf(
; CHECK: call float @_Z23__lanewise_relaxed_asinf(
; CHECK: call <4 x float> @_Z24__lanewise_relaxed_atan2Dv4_fS_(
; CHECK: call float @_Z6sinpif(
; CHECK: call <4 x float> @_Z24__lanewise_relaxed_rootnDv4_fDv4_i(
; CHECK: call float @_Z3logf(
; CHECK: call float @_Z22__lanewise_relaxed_powff(
  %1 = call float @_Z3sinf(float %x)
  %2 = call <4 x float> @_Z4exp2Dv4_f(<4 x float> %v)
  %3 = call float @_Z4powrff(float %x, float %x)
  %4 = call <4 x float> @_Z4powrDv4_fS_(<4 x float> %v, <4 x float> %v)
  %5 = call float @_Z3cosf(float %x)
  %6 = call float @_Z10native_cosf(float %x)
  %7 = call double @_Z3sind(double %d)
  %8 = call float @_Z3tanf(float %x)
  %9 = call float @_Z4asinf(float %x)
  %10 = call <4 x float> @_Z5atan2Dv4_fS_(<4 x float> %v, <4 x float> %v)
  %11 = call float @_Z6sinpif(float %x)
  %12 = call <4 x float> @_Z5rootnDv4_fDv4_i(<4 x float> %v, <4 x i32> %i)
  %13 = call float @_Z3logf(float %x)
  %14 = call float @_Z3powff(float %x, float %x)
  ret void
}
declare float @_Z3powff(float, float)
declare float @_Z3sinf(float)
declare <4 x float> @_Z4exp2Dv4_f(<4 x float>)
declare float @_Z4powrff(float, float)
declare <4 x float> @_Z4powrDv4_fS_(<4 x float>, <4 x float>)
declare float @_Z3cosf(float)
declare float @_Z10native_cosf(float)
declare double @_Z3sind(double)
declare float @_Z3tanf(float)
declare float @_Z4asinf(float)
declare <4 x float> @_Z5atan2Dv4_fS_(<4 x float>, <4 x float>)
declare float @_Z6sinpif(float)
declare <4 x float> @_Z5rootnDv4_fDv4_i(<4 x float>, <4 x i32>)
define float @_Z3logf(float %x) {
  ret float %x
}
