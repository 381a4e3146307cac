; Before a kernel is cut, private variables are in registers, functions that are always inlined are gone, and branches on
; constants leave only the way that is taken; the number of barriers does not change.
; RUN: muxc --passes=simplify %s | FileCheck %s

declare void @__mux_work_group_barrier(i32, i32, i32) convergent

define internal spir_func i32 @twice(i32 %x) alwaysinline {
  %r = shl i32 %x, 1
  ret i32 %r
}

; CHECK: define spir_kernel void @k(
; CHECK-NOT: alloca
; CHECK-NOT: call spir_func i32 @twice
; CHECK-NOT: br i1
; CHECK: call void @__mux_work_group_barrier
; CHECK-NOT: call void @__mux_work_group_barrier
; CHECK: %[[R:.*]] = shl i32 %x, 1
; CHECK: store i32 %[[R]], ptr addrspace(1) %out
; CHECK-NEXT: ret void
define spir_kernel void @k(ptr addrspace(1) %out, i32 %x) {
  %own = alloca i32
  store i32 %x, ptr %own
  %constant = icmp eq i32 1, 1
  br i1 %constant, label %taken, label %never
taken:
  call void @__mux_work_group_barrier(i32 0, i32 2, i32 1) convergent
  %v = load i32, ptr %own
  %r = call spir_func i32 @twice(i32 %v)
  store i32 %r, ptr addrspace(1) %out
  ret void
never:
  call void @__mux_work_group_barrier(i32 0, i32 2, i32 1) convergent
  ret void
}
