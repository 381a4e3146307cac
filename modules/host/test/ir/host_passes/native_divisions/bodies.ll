; Functions that are quotients get bodies which say how exact they have to be. half_divide keeps its own, and
; so does what the program defines.
; RUN: muxc --passes=native-divisions %s | FileCheck %s

; CHECK: define internal spir_func float @_Z12native_rsqrtf(float %0) #[[I:[0-9]+]] {
; CHECK: [[S:%.*]] = call arcp float @llvm.sqrt.f32(float %0), !fpmath [[M:![0-9]+]]
; CHECK: fdiv arcp float 1.000000e+00, [[S]], !fpmath [[M]]
declare spir_func float @_Z12native_rsqrtf(float)
; CHECK: define internal spir_func <4 x float> @_Z10half_rsqrtDv4_f(<4 x float> %0)
; CHECK: fdiv arcp <4 x float> splat (float 1.000000e+00), {{.*}}, !fpmath [[L:![0-9]+]]
declare spir_func <4 x float> @_Z10half_rsqrtDv4_f(<4 x float>)
; CHECK: define internal spir_func float @_Z12native_recipf(float %0)
; CHECK: fdiv arcp float 1.000000e+00, %0, !fpmath [[M]]
declare spir_func float @_Z12native_recipf(float)
; CHECK: define internal spir_func float @_Z13native_divideff(float %0, float %1)
; CHECK: fdiv arcp float %0, %1, !fpmath [[M]]
declare spir_func float @_Z13native_divideff(float, float)
; CHECK: declare spir_func float @_Z11half_divideff(float, float)
declare spir_func float @_Z11half_divideff(float, float)
; CHECK: define spir_func float @_Z10half_recipf(float %x) {
; CHECK-NEXT: ret float %x
define spir_func float @_Z10half_recipf(float %x) {
  ret float %x
}
; CHECK: attributes #[[I]] = { alwaysinline
; CHECK-DAG: [[M]] = !{float 4.000000e+00}
; CHECK-DAG: [[L]] = !{float 8.192000e+03}
