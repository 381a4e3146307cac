; Where local memory is to hold zeros, the threads of a group write them, and wait for each other before the kernel begins.
; RUN: muxc --passes=cuda-kernel-functions %s | FileCheck %s
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-G1"

; CHECK-LABEL: define ptx_kernel void @local(
; CHECK: [[BYTES:%.*]] = call i32 @llvm.nvvm.read.ptx.sreg.dynamic_smem_size()
; CHECK: [[SOME:%.*]] = icmp ult i32 %zeroed.first, [[BYTES]]
; CHECK-NEXT: br i1 [[SOME]], label %zero.local, label %zeroed.local
; CHECK: zero.local:
; CHECK-NEXT: %zeroed.offset = phi i32 [ %zeroed.first, %entry ], [ [[NEXT:%.*]], %zero.local ]
; CHECK: store i32 0, ptr addrspace(3) {{.*}}, align 4
; CHECK-NEXT: [[NEXT]] = add i32 %zeroed.offset, %zeroed.step
; CHECK: zeroed.local:
; CHECK-NEXT: call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
; CHECK-NEXT: load i32, ptr addrspace(3)
define spir_kernel void @local(ptr addrspace(3) align 16 %t) {
  %v = load i32, ptr addrspace(3) %t
  ret void
}

; CHECK-LABEL: define ptx_kernel void @none(
; CHECK-NOT: barrier
; CHECK: ret void
define spir_kernel void @none() {
  ret void
}

!llvm.module.flags = !{!0}
!0 = !{i32 2, !"lanewise.zero_local_memory", i32 1}
