; A required work-group size makes the loops' bounds constants.
; RUN: muxc --passes=work-item-loops %s | FileCheck %s

define spir_kernel void @k(ptr addrspace(1) %out) !reqd_work_group_size !0 {
; CHECK-LABEL: @k(
; CHECK-NOT: @__mux_get_local_size
; CHECK: icmp ult i64 {{.*}}, 8
; CHECK: icmp ult i64 {{.*}}, 4
; CHECK: icmp ult i64 {{.*}}, 1
  ret void
}
!0 = !{i32 8, i32 4, i32 1}
