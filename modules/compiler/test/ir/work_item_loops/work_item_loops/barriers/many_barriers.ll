; More barriers than regions get loops of their own: the same loops run all regions, one after the other, and
; a value that lives across them is in its slot. The kernel is there once.
; RUN: muxc --passes=number-barriers,work-item-loops %s | FileCheck %s

declare spir_func i64 @__mux_get_local_id(i32) memory(none)
declare spir_func void @__mux_work_group_barrier(i32, i32, i32)

define spir_kernel void @k(ptr addrspace(1) %data) {
; CHECK-LABEL: define spir_kernel void @k(ptr addrspace(1) %data)
; CHECK: %next.region = alloca i32
; CHECK: store i32 0, ptr %next.region
; CHECK: regions:
; CHECK-NEXT: %region = load i32, ptr %next.region
; CHECK: switch i32 %region, label
; CHECK-NEXT: i32 1, label
; CHECK: i32 65, label
; CHECK-COUNT-1: load volatile i32
; CHECK-NOT: load volatile i32
; CHECK: store i32 %reached{{.*}}, ptr %next.region
; CHECK: switch i32 %reached
; CHECK-NEXT: i32 1, label %regions
; CHECK: i32 65, label %regions
; CHECK: ret void
  %id = call spir_func i64 @__mux_get_local_id(i32 0)
  %p = getelementptr i32, ptr addrspace(1) %data, i64 %id
  %v = load volatile i32, ptr addrspace(1) %p
  call spir_func void @__mux_work_group_barrier(i32 0, i32 2, i32 272)
  call spir_func void @__mux_work_group_barrier(i32 0, i32 2, i32 272)
  call spir_func void @__mux_work_group_barrier(i32 0, i32 2, i32 272)
  call spir_func void @__mux_work_group_barrier(i32 0, i32 2, i32 272)
  call spir_func void @__mux_work_group_barrier(i32 0, i32 2, i32 272)
  call spir_func void @__mux_work_group_barrier(i32 0, i32 2, i32 272)
  call spir_func void @__mux_work_group_barrier(i32 0, i32 2, i32 272)
  call spir_func void @__mux_work_group_barrier(i32 0, i32 2, i32 272)
  call spir_func void @__mux_work_group_barrier(i32 0, i32 2, i32 272)
  call spir_func void @__mux_work_group_barrier(i32 0, i32 2, i32 272)
  call spir_func void @__mux_work_group_barrier(i32 0, i32 2, i32 272)
  call spir_func void @__mux_work_group_barrier(i32 0, i32 2, i32 272)
  call spir_func void @__mux_work_group_barrier(i32 0, i32 2, i32 272)
  call spir_func void @__mux_work_group_barrier(i32 0, i32 2, i32 272)
  call spir_func void @__mux_work_group_barrier(i32 0, i32 2, i32 272)
  call spir_func void @__mux_work_group_barrier(i32 0, i32 2, i32 272)
  call spir_func void @__mux_work_group_barrier(i32 0, i32 2, i32 272)
  call spir_func void @__mux_work_group_barrier(i32 0, i32 2, i32 272)
  call spir_func void @__mux_work_group_barrier(i32 0, i32 2, i32 272)
  call spir_func void @__mux_work_group_barrier(i32 0, i32 2, i32 272)
  call spir_func void @__mux_work_group_barrier(i32 0, i32 2, i32 272)
  call spir_func void @__mux_work_group_barrier(i32 0, i32 2, i32 272)
  call spir_func void @__mux_work_group_barrier(i32 0, i32 2, i32 272)
  call spir_func void @__mux_work_group_barrier(i32 0, i32 2, i32 272)
  call spir_func void @__mux_work_group_barrier(i32 0, i32 2, i32 272)
  call spir_func void @__mux_work_group_barrier(i32 0, i32 2, i32 272)
  call spir_func void @__mux_work_group_barrier(i32 0, i32 2, i32 272)
  call spir_func void @__mux_work_group_barrier(i32 0, i32 2, i32 272)
  call spir_func void @__mux_work_group_barrier(i32 0, i32 2, i32 272)
  call spir_func void @__mux_work_group_barrier(i32 0, i32 2, i32 272)
  call spir_func void @__mux_work_group_barrier(i32 0, i32 2, i32 272)
  call spir_func void @__mux_work_group_barrier(i32 0, i32 2, i32 272)
  call spir_func void @__mux_work_group_barrier(i32 0, i32 2, i32 272)
  call spir_func void @__mux_work_group_barrier(i32 0, i32 2, i32 272)
  call spir_func void @__mux_work_group_barrier(i32 0, i32 2, i32 272)
  call spir_func void @__mux_work_group_barrier(i32 0, i32 2, i32 272)
  call spir_func void @__mux_work_group_barrier(i32 0, i32 2, i32 272)
  call spir_func void @__mux_work_group_barrier(i32 0, i32 2, i32 272)
  call spir_func void @__mux_work_group_barrier(i32 0, i32 2, i32 272)
  call spir_func void @__mux_work_group_barrier(i32 0, i32 2, i32 272)
  call spir_func void @__mux_work_group_barrier(i32 0, i32 2, i32 272)
  call spir_func void @__mux_work_group_barrier(i32 0, i32 2, i32 272)
  call spir_func void @__mux_work_group_barrier(i32 0, i32 2, i32 272)
  call spir_func void @__mux_work_group_barrier(i32 0, i32 2, i32 272)
  call spir_func void @__mux_work_group_barrier(i32 0, i32 2, i32 272)
  call spir_func void @__mux_work_group_barrier(i32 0, i32 2, i32 272)
  call spir_func void @__mux_work_group_barrier(i32 0, i32 2, i32 272)
  call spir_func void @__mux_work_group_barrier(i32 0, i32 2, i32 272)
  call spir_func void @__mux_work_group_barrier(i32 0, i32 2, i32 272)
  call spir_func void @__mux_work_group_barrier(i32 0, i32 2, i32 272)
  call spir_func void @__mux_work_group_barrier(i32 0, i32 2, i32 272)
  call spir_func void @__mux_work_group_barrier(i32 0, i32 2, i32 272)
  call spir_func void @__mux_work_group_barrier(i32 0, i32 2, i32 272)
  call spir_func void @__mux_work_group_barrier(i32 0, i32 2, i32 272)
  call spir_func void @__mux_work_group_barrier(i32 0, i32 2, i32 272)
  call spir_func void @__mux_work_group_barrier(i32 0, i32 2, i32 272)
  call spir_func void @__mux_work_group_barrier(i32 0, i32 2, i32 272)
  call spir_func void @__mux_work_group_barrier(i32 0, i32 2, i32 272)
  call spir_func void @__mux_work_group_barrier(i32 0, i32 2, i32 272)
  call spir_func void @__mux_work_group_barrier(i32 0, i32 2, i32 272)
  call spir_func void @__mux_work_group_barrier(i32 0, i32 2, i32 272)
  call spir_func void @__mux_work_group_barrier(i32 0, i32 2, i32 272)
  call spir_func void @__mux_work_group_barrier(i32 0, i32 2, i32 272)
  call spir_func void @__mux_work_group_barrier(i32 0, i32 2, i32 272)
  call spir_func void @__mux_work_group_barrier(i32 0, i32 2, i32 272)
  store i32 %v, ptr addrspace(1) %p
  ret void
}
