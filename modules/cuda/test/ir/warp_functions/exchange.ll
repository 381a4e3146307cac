; Threads of a warp read each other's values 32 bits at a time, vote with those that are there, and have their place by the linear local id.
; RUN: muxc --passes=cuda-warp-functions %s | FileCheck %s
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-G1"

declare spir_func i32 @_Z17sub_group_shuffleij(i32, i32)
declare spir_func double @_Z17sub_group_shuffledj(double, i32)
declare spir_func <3 x half> @_Z17sub_group_shuffleDv3_Dhj(<3 x half>, i32)
declare spir_func <4 x i32> @_Z16sub_group_balloti(i32)
declare spir_func i32 @_Z22get_sub_group_local_idv()
declare spir_func i32 @_Z18get_sub_group_sizev()
declare spir_func i32 @_Z16get_sub_group_idv()
declare spir_func void @_Z17sub_group_barrierj(i32)
declare spir_func i32 @_Z26intel_sub_group_block_readPU3AS1Kj(ptr addrspace(1))

; CHECK: @shuffle({{.*}}) #[[SIZED:[0-9]+]]
; CHECK: [[HERE:%.*]] = call i32 @llvm.nvvm.activemask()
; CHECK: [[READ:%.*]] = call i32 @llvm.nvvm.shfl.sync.idx.i32(i32 [[HERE]], i32 %x, i32 %from, i32 31)
; CHECK: store i32 [[READ]]
define spir_kernel void @shuffle(ptr addrspace(1) %p, i32 %x, i32 %from) {
  %v = call spir_func i32 @_Z17sub_group_shuffleij(i32 %x, i32 %from)
  store i32 %v, ptr addrspace(1) %p
  ret void
}

; CHECK-LABEL: @wide(
; CHECK: [[BITS:%.*]] = bitcast double %x to i64
; CHECK: [[WORDS:%.*]] = bitcast i64 [[BITS]] to <2 x i32>
; CHECK: [[HIGH:%.*]] = extractelement <2 x i32> [[WORDS]], i64 1
; CHECK: call i32 @llvm.nvvm.shfl.sync.idx.i32(i32 {{%.*}}, i32 [[HIGH]], i32 %from, i32 31)
define spir_kernel void @wide(ptr addrspace(1) %p, double %x, i32 %from) {
  %v = call spir_func double @_Z17sub_group_shuffledj(double %x, i32 %from)
  store double %v, ptr addrspace(1) %p
  ret void
}

; 48 bits are two words.
; CHECK-LABEL: @vector(
; CHECK: [[BITS:%.*]] = bitcast <3 x half> %x to i48
; CHECK: zext i48 [[BITS]] to i64
; CHECK-COUNT-2: call i32 @llvm.nvvm.shfl.sync.idx.i32(
; CHECK: [[BACK:%.*]] = trunc i64 {{%.*}} to i48
; CHECK: bitcast i48 [[BACK]] to <3 x half>
define spir_kernel void @vector(ptr addrspace(1) %p, <3 x half> %x, i32 %from) {
  %v = call spir_func <3 x half> @_Z17sub_group_shuffleDv3_Dhj(<3 x half> %x, i32 %from)
  store <3 x half> %v, ptr addrspace(1) %p
  ret void
}

; CHECK-LABEL: @vote(
; CHECK: [[HERE:%.*]] = call i32 @llvm.nvvm.activemask()
; CHECK: call i32 @llvm.nvvm.vote.ballot.sync(i32 [[HERE]], i1
define spir_kernel void @vote(ptr addrspace(1) %p, i32 %x) {
  %v = call spir_func <4 x i32> @_Z16sub_group_balloti(i32 %x)
  store <4 x i32> %v, ptr addrspace(1) %p
  ret void
}

; CHECK-LABEL: @places(
; CHECK: call i32 @llvm.nvvm.read.ptx.sreg.laneid()
; CHECK: [[BEFORE:%.*]] = and i64 {{%.*}}, -32
; CHECK: [[LEFT:%.*]] = sub i64 {{%.*}}, [[BEFORE]]
; CHECK: call i64 @llvm.umin.i64(i64 [[LEFT]], i64 32)
; CHECK: udiv i64 {{%.*}}, 32
; CHECK: call spir_func void @__mux_mem_barrier(i32 3, i32 8)
; CHECK: call void @llvm.nvvm.bar.warp.sync(i32
; CHECK-NOT: sub_group
define spir_kernel void @places(ptr addrspace(1) %p) {
  %lane = call spir_func i32 @_Z22get_sub_group_local_idv()
  store i32 %lane, ptr addrspace(1) %p
  %size = call spir_func i32 @_Z18get_sub_group_sizev()
  store i32 %size, ptr addrspace(1) %p
  %id = call spir_func i32 @_Z16get_sub_group_idv()
  store i32 %id, ptr addrspace(1) %p
  call spir_func void @_Z17sub_group_barrierj(i32 1)
  ret void
}

; The place of a block of memory is that of the first thread: an address is read as the two words that it is.
; CHECK-LABEL: @block(
; CHECK: [[LOWEST:%.*]] = call i64 @llvm.cttz.i64(
; CHECK: [[FIRST:%.*]] = trunc i64 [[LOWEST]] to i32
; CHECK: [[ADDRESS:%.*]] = ptrtoint ptr addrspace(1) %p to i64
; CHECK: bitcast i64 [[ADDRESS]] to <2 x i32>
; CHECK-COUNT-2: call i32 @llvm.nvvm.shfl.sync.idx.i32({{.*}}, i32 [[FIRST]], i32 31)
; CHECK: [[START:%.*]] = inttoptr i64 {{%.*}} to ptr addrspace(1)
; CHECK: [[AT:%.*]] = getelementptr i32, ptr addrspace(1) [[START]], i64
; CHECK: load i32, ptr addrspace(1) [[AT]]
define spir_kernel void @block(ptr addrspace(1) %p) {
  %v = call spir_func i32 @_Z26intel_sub_group_block_readPU3AS1Kj(ptr addrspace(1) %p)
  store i32 %v, ptr addrspace(1) %p
  ret void
}

; CHECK: attributes #[[SIZED]] = { "lanewise-sub-group-size"="32" }
