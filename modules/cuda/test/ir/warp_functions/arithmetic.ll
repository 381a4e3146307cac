; Reductions and scans take five steps where all threads of a warp are there; else each reads those that are, one after another.
; RUN: muxc --passes=cuda-warp-functions %s | FileCheck %s
; RUN: muxc --passes=cuda-warp-functions,simplifycfg %s | FileCheck %s --check-prefix=STEPS
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-G1"

declare spir_func i32 @_Z20sub_group_reduce_addi(i32)
declare spir_func float @_Z28sub_group_scan_exclusive_maxf(float)

; CHECK-LABEL: @reduce(
; CHECK: [[LANE:%.*]] = call i32 @llvm.nvvm.read.ptx.sreg.laneid()
; CHECK: [[HERE:%.*]] = call i32 @llvm.nvvm.activemask()
; CHECK: [[ALL:%.*]] = icmp eq i32 [[HERE]], -1
; CHECK: br i1 [[ALL]]
; CHECK-COUNT-5: call i32 @llvm.nvvm.shfl.sync.idx.i32(i32 [[HERE]]
; CHECK-NOT: shfl
; CHECK: threads:
; CHECK: [[LEFT:%.*]] = phi i32 [ [[HERE]], {{.*}} ], [ [[REST:%.*]], %threads ]
; CHECK: [[SUM:%.*]] = phi i32 [ 0, {{.*}} ]
; CHECK: [[FROM:%.*]] = call i32 @llvm.cttz.i32(i32 [[LEFT]], i1 true)
; CHECK: call i32 @llvm.nvvm.shfl.sync.idx.i32(i32 [[HERE]], i32 %x, i32 [[FROM]], i32 31)
; CHECK: br i1 {{.*}}, label %threads
define spir_kernel void @reduce(ptr addrspace(1) %p, i32 %x) {
  %v = call spir_func i32 @_Z20sub_group_reduce_addi(i32 %x)
  store i32 %v, ptr addrspace(1) %p
  ret void
}

; One more read for what is in front of the thread; of threads that are not below it nothing counts.
; STEPS-LABEL: @scan(
; STEPS-COUNT-6: call i32 @llvm.nvvm.shfl.sync.idx.i32(
; STEPS: icmp eq i32 {{%.*}}, 0
; STEPS: threads:
; STEPS: [[FROM:%.*]] = call i32 @llvm.cttz.i32(
; STEPS: icmp ult i32 [[FROM]], {{%.*}}
define spir_kernel void @scan(ptr addrspace(1) %p, float %x) {
  %v = call spir_func float @_Z28sub_group_scan_exclusive_maxf(float %x)
  store float %v, ptr addrspace(1) %p
  ret void
}
