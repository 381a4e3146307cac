; Without flags and required sizes nothing changes.
; RUN: muxc --passes=fold-launch-facts %s | FileCheck %s

declare i64 @__mux_get_global_offset(i32)
declare i32 @__mux_get_work_dim()

define spir_kernel void @k(ptr addrspace(1) %p) {
; CHECK: call i64 @__mux_get_global_offset(i32 0)
; CHECK: call i32 @__mux_get_work_dim()
  %o = call i64 @__mux_get_global_offset(i32 0)
  %w = call i32 @__mux_get_work_dim()
  store volatile i64 %o, ptr addrspace(1) %p
  store volatile i32 %w, ptr addrspace(1) %p
  ret void
}
