; Each kind of argument is unpacked from its place, and what the kernel asks of the launch comes from
; the schedule.
; RUN: muxc --passes=entry-functions %s | FileCheck %s

target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-G1"

%pair = type { i32, i64 }
declare spir_func i64 @__mux_get_global_size(i32)
declare spir_func i64 @__mux_get_group_id(i32)
declare spir_func void @__mux_mem_barrier(i32, i32)
declare void @use(i8, ptr addrspace(1), ptr addrspace(3), ptr, <4 x float>, i64, i64)

define spir_kernel void @k(i8 %c, ptr addrspace(1) %g, ptr addrspace(3) %l, ptr byval(%pair) align 8 %s, <4 x float> %v) "lanewise-local-bytes"="64" {
; CHECK-LABEL: define void @lanewise.entry.k(
; CHECK-DAG: load i8, ptr {{%.*}}, align 1, !invariant.load
; CHECK-DAG: [[G:%.*]] = getelementptr inbounds i8, ptr %arguments, i64 8
; CHECK-DAG: load ptr addrspace(1), ptr [[G]], align 8
; CHECK-DAG: [[L:%.*]] = getelementptr inbounds i8, ptr %arguments, i64 16
; CHECK-DAG: [[OFFSET:%.*]] = load i64, ptr [[L]], align 8
; CHECK-DAG: getelementptr i8, ptr addrspace(3) %local_block, i64 [[OFFSET]]
; CHECK-DAG: [[S:%.*]] = getelementptr inbounds i8, ptr %arguments, i64 24
; CHECK-DAG: [[V:%.*]] = getelementptr inbounds i8, ptr %arguments, i64 48
; CHECK-DAG: load <4 x float>, ptr [[V]], align 16
; CHECK: call void @llvm.x86.sse.stmxcsr
; CHECK: store i32 8064
; CHECK: call void @llvm.x86.sse.ldmxcsr
; CHECK: load atomic i32, ptr %abort_flag monotonic
; CHECK: fence syncscope("singlethread") acq_rel
; CHECK: fence acq_rel
; CHECK: fence acquire
; CHECK: fence release
; CHECK: fence seq_cst
; CHECK: call void @llvm.x86.sse.ldmxcsr(ptr %mxcsr.saved)
; CHECK: ret void
; CHECK-NOT: __mux_
; CHECK: "lanewise-local-bytes"="64"
  call spir_func void @__mux_mem_barrier(i32 2, i32 264)
  call spir_func void @__mux_mem_barrier(i32 1, i32 520)
  call spir_func void @__mux_mem_barrier(i32 1, i32 514)
  call spir_func void @__mux_mem_barrier(i32 0, i32 516)
  call spir_func void @__mux_mem_barrier(i32 0, i32 528)
  %size = call spir_func i64 @__mux_get_global_size(i32 1)
  %group = call spir_func i64 @__mux_get_group_id(i32 2)
  call void @use(i8 %c, ptr addrspace(1) %g, ptr addrspace(3) %l, ptr %s, <4 x float> %v, i64 %size, i64 %group)
  ret void
}
