; Where all work-items of a sub-group have to come to a call, threads of the warp that are elsewhere are waited for; where
; those take part that come to it together, they are not.
; RUN: muxc --passes=cuda-warp-functions %s | FileCheck %s
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-G1"

declare spir_func void @_Z17sub_group_barrierj(i32)
declare spir_func i32 @_Z20sub_group_reduce_addi(i32)
declare spir_func i32 @_Z13sub_group_alli(i32)
declare spir_func i32 @_Z32sub_group_non_uniform_reduce_addi(i32)

; CHECK-LABEL: @all(
; CHECK-NEXT: [[WARP:%.*]] = call i32 @llvm.nvvm.activemask()
; CHECK-NEXT: br label %waits
; CHECK: after:
; CHECK-NEXT: @__mux_mem_barrier(
; CHECK-NEXT: call void @llvm.nvvm.bar.warp.sync(i32 [[WARP]])
; CHECK-NEXT: call void @llvm.nvvm.bar.warp.sync(i32 [[WARP]])
; CHECK: call i32 @llvm.nvvm.activemask()
; CHECK: call i32 @llvm.nvvm.shfl.sync.idx.i32(
; CHECK: call void @llvm.nvvm.bar.warp.sync(i32 [[WARP]])
; CHECK: call i32 @llvm.nvvm.vote.ballot.sync(
; CHECK: ret void
define spir_kernel void @all(ptr addrspace(1) %p, i32 %x) {
  br label %waits
waits:
  %v = load volatile i32, ptr addrspace(1) %p
  %go = icmp eq i32 %v, 0
  br i1 %go, label %waits, label %after
after:
  call spir_func void @_Z17sub_group_barrierj(i32 1)
  %sum = call spir_func i32 @_Z20sub_group_reduce_addi(i32 %x)
  %all = call spir_func i32 @_Z13sub_group_alli(i32 %sum)
  store i32 %all, ptr addrspace(1) %p
  ret void
}

; CHECK-LABEL: @some(
; CHECK-NOT: bar.warp.sync
; CHECK: ret void
define spir_kernel void @some(ptr addrspace(1) %p, i32 %x) {
  %sum = call spir_func i32 @_Z32sub_group_non_uniform_reduce_addi(i32 %x)
  store i32 %sum, ptr addrspace(1) %p
  ret void
}
