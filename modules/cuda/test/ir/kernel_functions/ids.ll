; Ids come from registers and from what the launch says, which is a parameter behind those of the kernel.
; RUN: muxc --passes=cuda-kernel-functions,instcombine,early-cse,dce %s | FileCheck %s
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-G1"

declare spir_func i64 @__mux_get_global_id(i32)
declare spir_func i64 @__mux_get_local_id(i32)
declare spir_func i64 @__mux_get_group_id(i32)
declare spir_func i64 @__mux_get_local_size(i32)
declare spir_func i64 @__mux_get_enqueued_local_size(i32)
declare spir_func i64 @__mux_get_global_size(i32)
declare spir_func i64 @__mux_get_num_groups(i32)
declare spir_func i64 @__mux_get_global_offset(i32)
declare spir_func i32 @__mux_get_work_dim()

; CHECK-LABEL: define ptx_kernel void @global_id(ptr addrspace(1) %p, ptr byval([168 x i8]) align 8 %launch)
; CHECK-DAG: [[THREAD:%.*]] = {{.*}}call i32 @llvm.nvvm.read.ptx.sreg.tid.y()
; CHECK-DAG: [[ID:%.*]] = zext nneg i32 [[THREAD]] to i64
; CHECK-DAG: [[FIRST_AT:%.*]] = getelementptr inbounds nuw i8, ptr %launch, i64 152
; CHECK-DAG: [[FIRST:%.*]] = load i64, ptr [[FIRST_AT]], align 8, !invariant.load
; CHECK-DAG: [[IN_BLOCK:%.*]] = add i64 [[FIRST]], [[ID]]
; CHECK-DAG: [[BLOCK:%.*]] = {{.*}}call i32 @llvm.nvvm.read.ptx.sreg.ctaid.y()
; CHECK-DAG: [[SIZE:%.*]] = {{.*}}call i32 @llvm.nvvm.read.ptx.sreg.ntid.y()
; CHECK-DAG: [[START:%.*]] = mul nuw nsw i32 [[BLOCK]], [[SIZE]]
; CHECK-DAG: [[WIDE:%.*]] = zext nneg i32 [[START]] to i64
; CHECK: [[GLOBAL:%.*]] = add i64 [[IN_BLOCK]], [[WIDE]]
; CHECK: store i64 [[GLOBAL]], ptr addrspace(1) %p
define spir_kernel void @global_id(ptr addrspace(1) %p) {
  %g = call spir_func i64 @__mux_get_global_id(i32 1)
  store i64 %g, ptr addrspace(1) %p
  ret void
}

; CHECK-LABEL: define ptx_kernel void @others(
; CHECK-DAG: getelementptr inbounds nuw i8, ptr %launch, i64 16
; CHECK-DAG: getelementptr inbounds nuw i8, ptr %launch, i64 24
; CHECK-DAG: getelementptr inbounds nuw i8, ptr %launch, i64 56
; CHECK-DAG: getelementptr inbounds nuw i8, ptr %launch, i64 88
; CHECK-DAG: getelementptr inbounds nuw i8, ptr %launch, i64 96
; CHECK-DAG: getelementptr inbounds nuw i8, ptr %launch, i64 136
; CHECK-DAG: call i32 @llvm.nvvm.read.ptx.sreg.ctaid.z()
; CHECK-DAG: call i32 @llvm.nvvm.read.ptx.sreg.tid.z()
; CHECK-DAG: call i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
; CHECK-NOT: __mux_
define spir_kernel void @others(ptr addrspace(1) %p) {
  %size = call spir_func i64 @__mux_get_global_size(i32 2)
  store volatile i64 %size, ptr addrspace(1) %p
  %offset = call spir_func i64 @__mux_get_global_offset(i32 0)
  store volatile i64 %offset, ptr addrspace(1) %p
  %groups = call spir_func i64 @__mux_get_num_groups(i32 1)
  store volatile i64 %groups, ptr addrspace(1) %p
  %group = call spir_func i64 @__mux_get_group_id(i32 2)
  store volatile i64 %group, ptr addrspace(1) %p
  %enqueued = call spir_func i64 @__mux_get_enqueued_local_size(i32 0)
  store volatile i64 %enqueued, ptr addrspace(1) %p
  %local = call spir_func i64 @__mux_get_local_id(i32 2)
  store volatile i64 %local, ptr addrspace(1) %p
  %here = call spir_func i64 @__mux_get_local_size(i32 0)
  store volatile i64 %here, ptr addrspace(1) %p
  %dimensions = call spir_func i32 @__mux_get_work_dim()
  store volatile i32 %dimensions, ptr addrspace(1) %p
  ret void
}
