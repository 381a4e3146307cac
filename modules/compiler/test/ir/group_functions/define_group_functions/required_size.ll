; Where all kernels have a required size, memory for the largest group is enough, in whole vectors.
; RUN: muxc --passes=define-group-functions %s | FileCheck %s

declare spir_func i32 @_Z21work_group_reduce_addi(i32)

; CHECK: @group.scratch = internal addrspace(3) global [192 x i8] undef, align 128

define spir_kernel void @k(i32 %x) !reqd_work_group_size !0 {
  %1 = call spir_func i32 @_Z21work_group_reduce_addi(i32 %x)
  ret void
}
define spir_kernel void @smaller(i32 %x) !reqd_work_group_size !1 {
  %1 = call spir_func i32 @_Z21work_group_reduce_addi(i32 %x)
  ret void
}
!0 = !{i32 10, i32 4, i32 1}
!1 = !{i32 3, i32 1, i32 1}
