; Functions that the steps before have declared are defined afterwards: conversions that
; half-truncation calls, and the functions that code generation calls by name on older CPUs.
; RUN: env LANEWISE_CPU=x86-64 muxc --passes=half-truncation,runtime-helpers,link-helpers %s | FileCheck %s

define half @f(double %x, float %y) {
; CHECK: define half @f(
; CHECK: call half @_Z16convert_half_rted(double %x)
  %h = fptrunc double %x to half
  %floor = call float @llvm.floor.f32(float %y)
  %narrow = fptrunc float %floor to half
  %sum = fadd half %h, %narrow
  ret half %sum
}
declare float @llvm.floor.f32(float)
; CHECK-DAG: define internal {{.*}}half @_Z16convert_half_rted(
; CHECK-DAG: define {{.*}}float @floorf(
; CHECK-DAG: define {{.*}}half @__truncsfhf2(
