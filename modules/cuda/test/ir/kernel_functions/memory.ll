; Local memory is dynamic shared memory, of which arguments say how far into it they point; barriers and fences are the hardware's.
; RUN: muxc --passes=cuda-kernel-functions %s | FileCheck %s
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-G1"

declare spir_func void @__mux_work_group_barrier(i32, i32, i32)
declare spir_func void @__mux_mem_barrier(i32, i32)
declare spir_func ptr addrspace(3) @__mux_get_local_block()
declare spir_func ptr addrspace(1) @__mux_get_printf_chunk()
declare spir_func ptr addrspace(1) @__mux_get_program_variables()
declare spir_func i1 @__mux_is_in_space(ptr addrspace(4), i32)
declare spir_func i64 @__mux_read_clock()

; CHECK: @lanewise_local = external addrspace(3) global [0 x i8], align 128

; CHECK: define ptx_kernel void @local(i64 %t, ptr byval([168 x i8]) align 8 %launch) #[[REQUIRED:[0-9]+]]
; CHECK: [[T:%.*]] = getelementptr i8, ptr addrspace(3) @lanewise_local, i64 %t
; CHECK: store i32 1, ptr addrspace(3) @lanewise_local
; CHECK-NEXT: call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
; CHECK-NEXT: store i32 2, ptr addrspace(3) [[T]]
; CHECK-NEXT: fence syncscope("device") acq_rel
; CHECK-NEXT: call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
; CHECK-NEXT: ret void
define spir_kernel void @local(ptr addrspace(3) align 16 %t) "lanewise-local-bytes"="64" !reqd_work_group_size !0 {
  %b = call spir_func ptr addrspace(3) @__mux_get_local_block()
  store i32 1, ptr addrspace(3) %b
  call spir_func void @__mux_work_group_barrier(i32 1, i32 2, i32 264)
  store i32 2, ptr addrspace(3) %t
  call spir_func void @__mux_work_group_barrier(i32 2, i32 1, i32 520)
  ret void
}

; CHECK-LABEL: define ptx_kernel void @fences(i32 %scope,
; CHECK: fence seq_cst
; CHECK-NEXT: fence syncscope("device") release
; CHECK-NEXT: fence syncscope("block") acquire
; CHECK-NEXT: fence syncscope("block") acq_rel
; CHECK-NEXT: fence seq_cst
; CHECK-NEXT: ret void
define spir_kernel void @fences(i32 %scope) {
  call spir_func void @__mux_mem_barrier(i32 0, i32 16)
  call spir_func void @__mux_mem_barrier(i32 1, i32 516)
  call spir_func void @__mux_mem_barrier(i32 2, i32 258)
  call spir_func void @__mux_mem_barrier(i32 3, i32 264)
  call spir_func void @__mux_mem_barrier(i32 %scope, i32 16)
  ret void
}

; CHECK-LABEL: define ptx_kernel void @words(ptr addrspace(4) %p, ptr addrspace(1) %r, i32 %v,
; CHECK-DAG: getelementptr inbounds i8, ptr %launch, i64 120
; CHECK-DAG: getelementptr inbounds i8, ptr %launch, i64 128
; CHECK: [[P:%.*]] = addrspacecast ptr addrspace(4) %p to ptr
; CHECK-NEXT: [[LOCAL:%.*]] = call i1 @llvm.nvvm.isspacep.shared(ptr [[P]])
; CHECK: [[PRIVATE:%.*]] = call i1 @llvm.nvvm.isspacep.local(
; CHECK-NEXT: [[SHARED:%.*]] = call i1 @llvm.nvvm.isspacep.shared(
; CHECK-NEXT: [[EITHER:%.*]] = or i1 [[PRIVATE]], [[SHARED]]
; CHECK-NEXT: xor i1 [[EITHER]], true
; CHECK: [[OWN:%.*]] = call i1 @llvm.nvvm.isspacep.local(
; CHECK-NEXT: store i1 [[OWN]]
; CHECK: call i64 @llvm.nvvm.read.ptx.sreg.globaltimer()
; CHECK-NOT: __mux_
define spir_kernel void @words(ptr addrspace(4) %p, ptr addrspace(1) %r, i32 %v) {
  %chunk = call spir_func ptr addrspace(1) @__mux_get_printf_chunk()
  store i32 %v, ptr addrspace(1) %chunk
  %variables = call spir_func ptr addrspace(1) @__mux_get_program_variables()
  store i32 %v, ptr addrspace(1) %variables
  %l = call spir_func i1 @__mux_is_in_space(ptr addrspace(4) %p, i32 3)
  store i1 %l, ptr addrspace(1) %r
  %g = call spir_func i1 @__mux_is_in_space(ptr addrspace(4) %p, i32 1)
  store i1 %g, ptr addrspace(1) %r
  %own = call spir_func i1 @__mux_is_in_space(ptr addrspace(4) %p, i32 0)
  store i1 %own, ptr addrspace(1) %r
  %c = call spir_func i64 @__mux_read_clock()
  store i64 %c, ptr addrspace(1) %r
  ret void
}

; Where threads wait for others of their warp, the barrier promises nothing about the warp.
; CHECK-LABEL: define ptx_kernel void @turns(
; CHECK: wait.i:
; CHECK: call void @llvm.nvvm.barrier.cta.sync.all(i32 0)
define spir_kernel void @turns(ptr addrspace(3) %turn, i32 %mine) {
entry:
  br label %wait
wait:
  %now = load volatile i32, ptr addrspace(3) %turn
  %not_yet = icmp ne i32 %now, %mine
  br i1 %not_yet, label %wait, label %on
on:
  %next = add i32 %mine, 1
  store volatile i32 %next, ptr addrspace(3) %turn
  call spir_func void @__mux_work_group_barrier(i32 0, i32 2, i32 264)
  ret void
}

; CHECK: attributes #[[REQUIRED]] = { {{.*}}"lanewise-local-bytes"="64" "nvvm.reqntid"="8,4,1" }
!0 = !{i32 8, i32 4, i32 1}
