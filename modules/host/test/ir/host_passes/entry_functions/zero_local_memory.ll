; With the flag each group finds zeros in the whole local block, arguments included; a kernel without
; local memory has nothing to fill.
; RUN: muxc --passes=entry-functions %s | FileCheck %s

; CHECK-LABEL: define void @lanewise.entry.with_variables(
; CHECK: %local.bytes = load i64
; CHECK-NEXT: call void @llvm.memset.p3.i64(ptr addrspace(3) align 128 %local_block, i8 0, i64 %local.bytes, i1 false)
define spir_kernel void @with_variables() "lanewise-local-bytes"="64" {
  ret void
}

; CHECK-LABEL: define void @lanewise.entry.with_arguments(
; CHECK: group.run:
; CHECK: call void @llvm.memset.p3.i64(
define spir_kernel void @with_arguments(ptr addrspace(3) %block) {
  ret void
}

; CHECK-LABEL: define void @lanewise.entry.without(
; CHECK-NOT: memset
define spir_kernel void @without(ptr addrspace(1) %block) {
  ret void
}
!llvm.module.flags = !{!0}
!0 = !{i32 4, !"lanewise.zero_local_memory", i1 true}
