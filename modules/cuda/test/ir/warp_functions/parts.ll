; A structure, and a vector of addresses, is read of another thread part by part.
; RUN: muxc --passes=cuda-warp-functions %s | FileCheck %s
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-G1"

declare { i32, half } @vecz.read.pair({ i32, half }, i32)
declare <2 x ptr addrspace(1)> @vecz.read.addresses(<2 x ptr addrspace(1)>, i32)

; CHECK-LABEL: @structure(
; CHECK: [[HERE:%.*]] = call i32 @llvm.nvvm.activemask()
; CHECK-NEXT: [[NUMBER:%.*]] = extractvalue { i32, half } %pair, 0
; CHECK-NEXT: [[READ:%.*]] = call i32 @llvm.nvvm.shfl.sync.idx.i32(i32 [[HERE]], i32 [[NUMBER]], i32 %from, i32 31)
; CHECK-NEXT: [[FIRST:%.*]] = insertvalue { i32, half } poison, i32 [[READ]], 0
; CHECK-NEXT: [[REAL:%.*]] = extractvalue { i32, half } %pair, 1
; CHECK-NEXT: [[BITS:%.*]] = bitcast half [[REAL]] to i16
; CHECK-NEXT: [[WORD:%.*]] = zext i16 [[BITS]] to i32
; CHECK-NEXT: [[OTHER:%.*]] = call i32 @llvm.nvvm.shfl.sync.idx.i32(i32 [[HERE]], i32 [[WORD]], i32 %from, i32 31)
; CHECK-NEXT: [[LOW:%.*]] = trunc i32 [[OTHER]] to i16
; CHECK-NEXT: [[BACK:%.*]] = bitcast i16 [[LOW]] to half
; CHECK-NEXT: [[BOTH:%.*]] = insertvalue { i32, half } [[FIRST]], half [[BACK]], 1
; CHECK-NEXT: store { i32, half } [[BOTH]]
define spir_kernel void @structure(ptr addrspace(1) %p, { i32, half } %pair, i32 %from) !intel_reqd_sub_group_size !0 {
  %v = call { i32, half } @vecz.read.pair({ i32, half } %pair, i32 %from)
  store { i32, half } %v, ptr addrspace(1) %p
  ret void
}

; CHECK-LABEL: @addresses(
; CHECK: [[A:%.*]] = extractelement <2 x ptr addrspace(1)> %v, i64 0
; CHECK: ptrtoint ptr addrspace(1) [[A]] to i64
; CHECK-COUNT-2: call i32 @llvm.nvvm.shfl.sync.idx.i32(
; CHECK: [[READ:%.*]] = inttoptr i64 {{%.*}} to ptr addrspace(1)
; CHECK-NEXT: [[FIRST:%.*]] = insertelement <2 x ptr addrspace(1)> poison, ptr addrspace(1) [[READ]], i64 0
; CHECK: extractelement <2 x ptr addrspace(1)> %v, i64 1
; CHECK: insertelement <2 x ptr addrspace(1)> [[FIRST]], ptr addrspace(1) {{%.*}}, i64 1
define spir_kernel void @addresses(ptr addrspace(1) %p, <2 x ptr addrspace(1)> %v, i32 %from) !intel_reqd_sub_group_size !0 {
  %w = call <2 x ptr addrspace(1)> @vecz.read.addresses(<2 x ptr addrspace(1)> %v, i32 %from)
  store <2 x ptr addrspace(1)> %w, ptr addrspace(1) %p
  ret void
}

!0 = !{i32 32}
