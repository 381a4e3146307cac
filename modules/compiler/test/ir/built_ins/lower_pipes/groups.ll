; Of a group, one work-item reserves and tells the others, or commits when all have come.
; RUN: muxc --passes=lower-pipes %s | FileCheck %s

define spir_kernel void @k(target("spirv.Pipe", 1) %p) {
  %id = call spir_func target("spirv.ReserveId") @__work_group_reserve_write_pipe(target("spirv.Pipe", 1) %p, i32 2, i32 4, i32 4)
  call spir_func void @__sub_group_commit_write_pipe(target("spirv.Pipe", 1) %p, target("spirv.ReserveId") %id, i32 4, i32 4)
  ret void
}

; CHECK-LABEL: define internal spir_func i64 @__work_group_reserve_write_pipe(
; CHECK: [[PLACE:%.*]] = call spir_func i64 @_Z19get_local_linear_idv()
; CHECK: [[IS_FIRST:%.*]] = icmp eq i64 [[PLACE]], 0
; CHECK: br i1 [[IS_FIRST]], label %first, label %all
; CHECK: first:
; CHECK: [[MADE:%.*]] = call spir_func i64 @__reserve_write_pipe(
; CHECK: all:
; CHECK: [[OWN:%.*]] = phi i64 [ 0, %entry ], [ [[MADE]], %first ]
; CHECK: call spir_func i64 @_Z20work_group_broadcastmmmm(i64 [[OWN]], i64 0, i64 0, i64 0)
declare spir_func target("spirv.ReserveId") @__work_group_reserve_write_pipe(target("spirv.Pipe", 1), i32, i32, i32)

; CHECK-LABEL: define internal spir_func void @__sub_group_commit_write_pipe(
; CHECK: call spir_func void @_Z17sub_group_barrierj(i32 3)
; CHECK: call spir_func i32 @_Z22get_sub_group_local_idv()
; CHECK: first:
; CHECK: call spir_func void @__commit_write_pipe(
declare spir_func void @__sub_group_commit_write_pipe(target("spirv.Pipe", 1), target("spirv.ReserveId"), i32, i32)
