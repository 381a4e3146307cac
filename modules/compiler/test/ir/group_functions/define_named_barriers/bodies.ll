; Named barriers are words of local memory: one work-item of the group makes one, one of each sub-group
; counts for it, and all of it waits at a progress point.
; RUN: muxc --passes=define-named-barriers %s | FileCheck %s

; CHECK-LABEL: define internal spir_func ptr addrspace(3) @_Z18named_barrier_initi(i32 %0)
; CHECK: %[[B:.*]] = call spir_func ptr addrspace(3) @__mux_get_named_barrier()
; CHECK: call spir_func void @__mux_work_group_barrier(i32 0, i32 2, i32 264)
; CHECK: store i32 %0, ptr addrspace(3) %
; CHECK: store i32 0
; CHECK: store i32 0
; CHECK: call spir_func void @__mux_work_group_barrier(i32 0, i32 2, i32 264)
; CHECK: ret ptr addrspace(3) %[[B]]
declare spir_func ptr addrspace(3) @_Z18named_barrier_initi(i32)

; CHECK-LABEL: define internal spir_func void @_Z24work_group_named_barrierPU3AS314__namedBarrierj(
; CHECK: call spir_func void @_Z17sub_group_barrierj(i32 %1)
; CHECK: call spir_func void @_Z22atomic_work_item_fencej12memory_order12memory_scope(i32 %1, i32 4, i32 1)
; CHECK: %[[MET:.*]] = load i32, ptr addrspace(3)
; CHECK: call spir_func i32 @_Z15sub_group_electv()
; CHECK: ask:
; CHECK: %[[NOW:.*]] = load i32, ptr addrspace(3)
; CHECK: icmp eq i32 %[[NOW]], %[[MET]]
; CHECK: wait:
; CHECK-NEXT: call spir_func void @__mux_progress_point(i32 0)
; CHECK-NEXT: br label %ask
; CHECK: met:
; CHECK: call spir_func void @_Z17sub_group_barrierj(i32 %1)
declare spir_func void @_Z24work_group_named_barrierPU3AS314__namedBarrierj(ptr addrspace(3), i32)

; CHECK-LABEL: define internal spir_func void @_Z24work_group_named_barrierPU3AS314__namedBarrierj12memory_scope(
; CHECK: @_Z22atomic_work_item_fencej12memory_order12memory_scope(i32 %1, i32 4, i32 %2)
declare spir_func void @_Z24work_group_named_barrierPU3AS314__namedBarrierj12memory_scope(ptr addrspace(3), i32, i32)

define spir_kernel void @k() {
  %b = call spir_func ptr addrspace(3) @_Z18named_barrier_initi(i32 2)
  call spir_func void @_Z24work_group_named_barrierPU3AS314__namedBarrierj(ptr addrspace(3) %b, i32 1)
  call spir_func void @_Z24work_group_named_barrierPU3AS314__namedBarrierj12memory_scope(ptr addrspace(3) %b, i32 1, i32 2)
  ret void
}
