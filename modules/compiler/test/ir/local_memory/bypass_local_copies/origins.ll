; Of what is read again: the id of the work-item that copied it may be a multiple of what is known, and parts of its address
; may come twice. A pointer that each work-item has of its own is in the registers of the other one, and what comes from private
; memory is of no other: then the tile stays.
; RUN: muxc --passes=bypass-local-copies %s | FileCheck %s

declare i64 @__mux_get_local_id(i32)
declare i64 @__mux_get_global_id(i32)
declare void @__mux_work_group_barrier(i32, i32, i32)

; Two of the loop's numbers are one element; the tile has each second one of `in`.
; CHECK-LABEL: @every_second(
; CHECK-NOT: addrspace(3)
; CHECK: [[ITEM:%.*]] = mul i64 %i, 2
; CHECK: [[OWN:%.*]] = call i64 @__mux_get_local_id(i32 0)
; CHECK: [[FIRST:%.*]] = sub i64 %g, [[OWN]]
; CHECK: [[ID:%.*]] = add i64 [[FIRST]], [[ITEM]]
; CHECK: [[TWICE:%.*]] = add i64 [[ID]], [[ID]]
; CHECK: [[P:%.*]] = getelementptr float, ptr addrspace(1) %in, i64 [[TWICE]]
; CHECK: %v = load float, ptr addrspace(1) [[P]]
; CHECK-NOT: addrspace(3)
; CHECK: ret void
define spir_kernel void @every_second(ptr addrspace(1) %out, ptr addrspace(1) %in) !reqd_work_group_size !0 {
entry:
  %x = call i64 @__mux_get_local_id(i32 0)
  %g = call i64 @__mux_get_global_id(i32 0)
  %twice = add i64 %g, %g
  %p = getelementptr float, ptr addrspace(1) %in, i64 %twice
  %copied = load float, ptr addrspace(1) %p
  %to = getelementptr float, ptr addrspace(3) @tile, i64 %x
  store float %copied, ptr addrspace(3) %to
  call void @__mux_work_group_barrier(i32 0, i32 2, i32 264)
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %sum = phi float [ 0.0, %entry ], [ %more, %loop ]
  %q = getelementptr [2 x float], ptr addrspace(3) @tile, i64 %i
  %v = load float, ptr addrspace(3) %q
  %more = fadd float %sum, %v
  %next = add nuw nsw i64 %i, 1
  %again = icmp ult i64 %next, 8
  br i1 %again, label %loop, label %end
end:
  call void @__mux_work_group_barrier(i32 0, i32 2, i32 264)
  %r = getelementptr float, ptr addrspace(1) %out, i64 %g
  store float %more, ptr addrspace(1) %r
  ret void
}
@tile = internal addrspace(3) global [16 x float] undef

; CHECK-LABEL: @pointers_of_their_own(
; CHECK: %v = load float, ptr addrspace(3) %q
define spir_kernel void @pointers_of_their_own(ptr addrspace(1) %out, ptr addrspace(1) %rows, ptr addrspace(3) %t) !reqd_work_group_size !0 {
  %x = call i64 @__mux_get_local_id(i32 0)
  %g = call i64 @__mux_get_global_id(i32 0)
  %row = getelementptr ptr addrspace(1), ptr addrspace(1) %rows, i64 %g
  %in = load ptr addrspace(1), ptr addrspace(1) %row
  %p = getelementptr float, ptr addrspace(1) %in, i64 %x
  %copied = load float, ptr addrspace(1) %p
  %to = getelementptr float, ptr addrspace(3) %t, i64 %x
  store float %copied, ptr addrspace(3) %to
  call void @__mux_work_group_barrier(i32 0, i32 2, i32 264)
  %q = getelementptr float, ptr addrspace(3) %t, i64 5
  %v = load float, ptr addrspace(3) %q
  call void @__mux_work_group_barrier(i32 0, i32 2, i32 264)
  %r = getelementptr float, ptr addrspace(1) %out, i64 %g
  store float %v, ptr addrspace(1) %r
  ret void
}

; CHECK-LABEL: @private_memory(
; CHECK: %v = load float, ptr addrspace(3) %q
define spir_kernel void @private_memory(ptr addrspace(1) %out, ptr %own, ptr addrspace(3) %t) !reqd_work_group_size !0 {
  %x = call i64 @__mux_get_local_id(i32 0)
  %g = call i64 @__mux_get_global_id(i32 0)
  %p = getelementptr float, ptr %own, i64 %x
  %copied = load float, ptr %p
  %to = getelementptr float, ptr addrspace(3) %t, i64 %x
  store float %copied, ptr addrspace(3) %to
  call void @__mux_work_group_barrier(i32 0, i32 2, i32 264)
  %q = getelementptr float, ptr addrspace(3) %t, i64 5
  %v = load float, ptr addrspace(3) %q
  call void @__mux_work_group_barrier(i32 0, i32 2, i32 264)
  %r = getelementptr float, ptr addrspace(1) %out, i64 %g
  store float %v, ptr addrspace(1) %r
  ret void
}

!0 = !{i32 16, i32 1, i32 1}
