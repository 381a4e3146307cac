; Parts of an argument, which were variables, are in the argument's memory again.
; RUN: muxc --passes=split-local-memory,local-variables %s | FileCheck %s

declare i64 @__mux_get_local_id(i32)

; CHECK-NOT: addrspace(3) global
; CHECK-LABEL: @two(
; CHECK-NOT: get_local_block
; CHECK-DAG: [[FIRST:%.*]] = getelementptr inbounds i8, ptr addrspace(3) %block, i64 0
; CHECK-DAG: [[SECOND:%.*]] = getelementptr inbounds i8, ptr addrspace(3) %block, i64 1024
; CHECK-DAG: getelementptr float, ptr addrspace(3) [[FIRST]], i64 %x
; CHECK-DAG: getelementptr float, ptr addrspace(3) [[SECOND]], i64 %x
; CHECK-NOT: lanewise-local-bytes
define spir_kernel void @two(ptr addrspace(3) %block) !reqd_work_group_size !0 {
  %x = call range(i64 0, 256) i64 @__mux_get_local_id(i32 0)
  %a = getelementptr float, ptr addrspace(3) %block, i64 %x
  store float 1.0, ptr addrspace(3) %a
  %second = getelementptr i8, ptr addrspace(3) %block, i64 1024
  %b = getelementptr float, ptr addrspace(3) %second, i64 %x
  store float 2.0, ptr addrspace(3) %b
  ret void
}

!0 = !{i32 256, i32 1, i32 1}
