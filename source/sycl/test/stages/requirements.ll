; Kernels require the aspects of what they call and of the types in it; sizes become metadata where they fit, in OpenCL's order.
; RUN: clang-sycl-linker --only=requirements %s -o - | FileCheck %s
target triple = "spirv64-unknown-unknown"

; CHECK: define spir_kernel void @sizes() #[[SIZES:[0-9]+]] !reqd_work_group_size ![[GROUP:[0-9]+]] !work_group_size_hint ![[HINT:[0-9]+]] !intel_reqd_sub_group_size ![[SUB:[0-9]+]] {
define spir_kernel void @sizes() #0 {
  ret void
}
; CHECK: define spir_kernel void @large() #{{[0-9]+}} {
define spir_kernel void @large() #1 {
  ret void
}
; CHECK: define spir_kernel void @hierarchical() #{{[0-9]+}} {
define spir_kernel void @hierarchical() #2 {
  ret void
}
; A kernel of single_task has work-groups of one work-item, whatever else it has.
; CHECK: define spir_kernel void @single() !lanewise.sycl.object !{{[0-9]+}} !reqd_work_group_size ![[ONE:[0-9]+]] {
define spir_kernel void @single() !lanewise.sycl.object !0 {
  ret void
}
; CHECK: define spir_kernel void @range() !lanewise.sycl.object !{{[0-9]+}} {
define spir_kernel void @range() !lanewise.sycl.object !1 {
  ret void
}
; Kernels with matrices require sub-groups, of 16 work-items if they say nothing.
; CHECK: define spir_kernel void @matrices() #[[MATRICES:[0-9]+]] !intel_reqd_sub_group_size ![[SUB]] {
define spir_kernel void @matrices() {
  call spir_func void @multiply()
  ret void
}
; CHECK: define spir_kernel void @wide_matrices() #{{[0-9]+}} !intel_reqd_sub_group_size ![[WIDE:[0-9]+]] {
define spir_kernel void @wide_matrices() #4 {
  call spir_func void @multiply()
  ret void
}
; CHECK: define spir_func void @multiply() {
; CHECK-NEXT: ret void
define spir_func void @multiply() {
  call spir_func void @__lanewise_sycl_matrices()
  ret void
}
declare spir_func void @__lanewise_sycl_matrices()
; CHECK: define spir_kernel void @calls() #[[CALLS:[0-9]+]] {
define spir_kernel void @calls() {
  call spir_func void @uses_double(double 1.0)
  call spir_func void @declared()
  ret void
}
; CHECK: define spir_kernel void @atomic(ptr addrspace(1) %p) #[[ATOMIC:[0-9]+]] {
define spir_kernel void @atomic(ptr addrspace(1) %p) {
  %old = atomicrmw add ptr addrspace(1) %p, i64 1 seq_cst
  ret void
}
; CHECK: define spir_kernel void @half_vector(ptr addrspace(1) %p) #[[HALF:[0-9]+]] {
define spir_kernel void @half_vector(ptr addrspace(1) %p) {
  %v = load <4 x half>, ptr addrspace(1) %p
  ret void
}
; CHECK: define spir_kernel void @plain(ptr addrspace(1) %p) {
define spir_kernel void @plain(ptr addrspace(1) %p) {
  %old = atomicrmw add ptr addrspace(1) %p, i32 1 seq_cst
  %v = load i64, ptr addrspace(1) %p
  ret void
}

define spir_func void @uses_double(double %a) {
  ret void
}
declare spir_func void @declared() #3

!0 = !{!"_ZN4sycl3lw16detail10run_singleI1kZ4mainE1fEEvRKT0_"}
!1 = !{!"_ZN4sycl3lw16detail9run_rangeI1kLi1EZ4mainE1fEEvRKT1_"}

attributes #0 = { "lanewise-sycl-work-group-size"="4,8" "lanewise-sycl-work-group-hint"="2" "lanewise-sycl-sub-group-size"="16" }
attributes #1 = { "lanewise-sycl-work-group-size"="4294967296" }
attributes #2 = { "lanewise-sycl-work-group-size"="4" "lanewise-sycl-hierarchical" }
attributes #4 = { "lanewise-sycl-sub-group-size"="32" }
attributes #3 = { "lanewise-sycl-aspects"="1,13" }

; CHECK-DAG: attributes #[[CALLS]] = { "lanewise-sycl-aspects"="1,7,13" }
; CHECK-DAG: attributes #[[ATOMIC]] = { "lanewise-sycl-aspects"="8" }
; CHECK-DAG: attributes #[[HALF]] = { "lanewise-sycl-aspects"="6" }
; CHECK-DAG: ![[GROUP]] = !{i32 8, i32 4, i32 1}
; CHECK-DAG: ![[HINT]] = !{i32 2, i32 1, i32 1}
; CHECK-DAG: attributes #[[MATRICES]] = { "lanewise-sycl-sub-group-size"="16" }
; CHECK-DAG: ![[WIDE]] = !{i32 32}
; CHECK-DAG: ![[ONE]] = !{i32 1, i32 1, i32 1}
; CHECK-DAG: ![[SUB]] = !{i32 16}
