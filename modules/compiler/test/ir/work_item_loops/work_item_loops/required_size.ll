; A required work-group size makes the loops' bounds constants; there is no loop over a single row.
; RUN: muxc --passes=work-item-loops %s | FileCheck %s

define spir_kernel void @k(ptr addrspace(1) %out) !reqd_work_group_size !0 {
; CHECK-LABEL: @k(
; CHECK-NOT: @__mux_get_local_size
; CHECK: icmp ult i64 {{.*}}, 8
; CHECK: icmp ult i64 {{.*}}, 4
; CHECK-NOT: icmp
; CHECK: ret void
  ret void
}

define spir_kernel void @row(ptr addrspace(1) %out) !reqd_work_group_size !1 {
; CHECK-LABEL: @row(
; CHECK: icmp ult i64 {{.*}}, 8
; CHECK-NOT: icmp
; CHECK: ret void
  ret void
}
!0 = !{i32 8, i32 4, i32 1}
!1 = !{i32 8, i32 1, i32 1}
