; A required local size is a constant in its kernel; work_dim and offset are where the flags say so.
; RUN: muxc --passes=fold-launch-facts %s | FileCheck %s

declare i64 @__mux_get_local_size(i32)
declare i64 @__mux_get_local_id(i32)
declare i64 @__mux_get_enqueued_local_size(i32)
declare i64 @__mux_get_global_offset(i32)
declare i64 @__mux_get_num_groups(i32)
declare i32 @__mux_get_work_dim()

define spir_kernel void @required(ptr addrspace(1) %p, i32 %d) !reqd_work_group_size !0 {
; CHECK-LABEL: @required(
; CHECK-NEXT: %other = call i64 @__mux_get_num_groups(i32 0)
; CHECK-NEXT: %computed = call i64 @__mux_get_local_size(i32 %d)
; CHECK-NEXT: store volatile i64 64, ptr addrspace(1) %p
; CHECK-NEXT: store volatile i64 2, ptr addrspace(1) %p
; CHECK-NEXT: store volatile i64 0, ptr addrspace(1) %p
; CHECK-NEXT: store volatile i32 2, ptr addrspace(1) %p
  %x = call i64 @__mux_get_local_size(i32 0)
  %y = call i64 @__mux_get_enqueued_local_size(i32 1)
  %o = call i64 @__mux_get_global_offset(i32 %d)
  %w = call i32 @__mux_get_work_dim()
  %other = call i64 @__mux_get_num_groups(i32 0)
  %computed = call i64 @__mux_get_local_size(i32 %d)
  store volatile i64 %x, ptr addrspace(1) %p
  store volatile i64 %y, ptr addrspace(1) %p
  store volatile i64 %o, ptr addrspace(1) %p
  store volatile i32 %w, ptr addrspace(1) %p
  ret void
}

define spir_kernel void @any_size(ptr addrspace(1) %p) {
; CHECK-LABEL: @any_size(
; CHECK-NEXT: %x = call i64 @__mux_get_local_size(i32 0)
  %x = call i64 @__mux_get_local_size(i32 0)
  store volatile i64 %x, ptr addrspace(1) %p
  ret void
}

!llvm.module.flags = !{!1, !2}
!0 = !{i32 64, i32 2, i32 1}
!1 = !{i32 4, !"lanewise.work_dim", i32 2}
!2 = !{i32 4, !"lanewise.zero_offset", i32 1}

define spir_kernel void @ids(ptr addrspace(1) %p, i32 %d) !reqd_work_group_size !0 {
; Local ids are below their size.
; CHECK-LABEL: @ids(
; CHECK: %x = call range(i64 0, 64) i64 @__mux_get_local_id(i32 0)
; CHECK: %y = call range(i64 0, 2) i64 @__mux_get_local_id(i32 1)
; CHECK: %z = call i64 @__mux_get_local_id(i32 %d)
  %x = call i64 @__mux_get_local_id(i32 0)
  %y = call i64 @__mux_get_local_id(i32 1)
  %z = call i64 @__mux_get_local_id(i32 %d)
  store volatile i64 %x, ptr addrspace(1) %p
  store volatile i64 %y, ptr addrspace(1) %p
  store volatile i64 %z, ptr addrspace(1) %p
  ret void
}
