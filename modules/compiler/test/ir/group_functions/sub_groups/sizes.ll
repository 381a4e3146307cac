; What decides how large sub-groups are: what was decided before, what the program requires, the target.
; RUN: muxc --passes=define-group-functions,sub-groups %s | FileCheck %s

declare spir_func i32 @_Z22get_max_sub_group_sizev()

; CHECK: define spir_kernel void @as_before({{.*}} [[ONE:#[0-9]+]]
define spir_kernel void @as_before(ptr addrspace(1) %p) !lanewise.sub_group_size !1 {
  %size = call spir_func i32 @_Z22get_max_sub_group_sizev()
  store i32 %size, ptr addrspace(1) %p
  ret void
}

; CHECK: define spir_kernel void @nothing_to_do(ptr addrspace(1) %p) {
define spir_kernel void @nothing_to_do(ptr addrspace(1) %p) {
  ret void
}

; CHECK: define spir_kernel void @required({{.*}} [[THIRTY_TWO:#[0-9]+]]
define spir_kernel void @required(ptr addrspace(1) %p) !intel_reqd_sub_group_size !2 {
  %x = atomicrmw add ptr addrspace(1) %p, i32 1 seq_cst
  ret void
}

; CHECK: define spir_kernel void @usual({{.*}} [[EIGHT:#[0-9]+]]
define spir_kernel void @usual(ptr addrspace(1) %p) {
  %size = call spir_func i32 @_Z22get_max_sub_group_sizev()
  %x = atomicrmw add ptr addrspace(1) %p, i32 %size seq_cst
  ret void
}

; CHECK-DAG: attributes [[ONE]] = { "lanewise-sub-group-size"="1" }
; CHECK-DAG: attributes [[EIGHT]] = { "lanewise-linear-local-ids" "lanewise-sub-group-size"="8" }
; CHECK-DAG: attributes [[THIRTY_TWO]] = { "lanewise-linear-local-ids" "lanewise-sub-group-size"="32" }
!1 = !{i32 1}
!2 = !{i32 32}
