; Of a sub-group, the first work-item reserves, and the others have the number from it.
; RUN: muxc --passes=lower-pipes %s | FileCheck %s

define spir_kernel void @k(target("spirv.Pipe", 0) %p) {
  %id = call spir_func target("spirv.ReserveId") @__sub_group_reserve_read_pipe(target("spirv.Pipe", 0) %p, i32 2, i32 4, i32 4)
  ret void
}

; CHECK-LABEL: define internal spir_func i64 @__sub_group_reserve_read_pipe(
; CHECK: [[PLACE:%.*]] = call spir_func i32 @_Z22get_sub_group_local_idv()
; CHECK: [[IS_FIRST:%.*]] = icmp eq i32 [[PLACE]], 0
; CHECK: br i1 [[IS_FIRST]], label %first, label %all
; CHECK: first:
; CHECK: [[MADE:%.*]] = call spir_func i64 @__reserve_read_pipe(
; CHECK: all:
; CHECK: [[OWN:%.*]] = phi i64 [ 0, %entry ], [ [[MADE]], %first ]
; CHECK: [[ID:%.*]] = call spir_func i64 @_Z19sub_group_broadcastmj(i64 [[OWN]], i32 0)
; CHECK: ret i64 [[ID]]
declare spir_func target("spirv.ReserveId") @__sub_group_reserve_read_pipe(target("spirv.Pipe", 0), i32, i32, i32)
