; Slots for vectors that take half a line of the cache or more lie together, step by step; others are arrays over the
; steps, behind them. (Eight work-items a step: 32 bytes for floats, 16 for halves.)
; RUN: env LANEWISE_VECTORIZE=8 muxc --passes=number-barriers,vectorize,work-item-loops %s | FileCheck %s

declare spir_func i64 @__mux_get_local_id(i32) memory(none)
declare spir_func void @__mux_work_group_barrier(i32, i32, i32)

; CHECK-LABEL: define spir_kernel void @k(
; CHECK-DAG: [[A:%.*]] = getelementptr inbounds [64 x i8], ptr [[MEMORY:%.*]], i64
; CHECK-DAG: store <8 x float> {{.*}}, ptr [[A]]
; CHECK-DAG: [[SECOND:%.*]] = getelementptr i8, ptr [[MEMORY]], i64 32
; CHECK-DAG: [[B:%.*]] = getelementptr inbounds [64 x i8], ptr [[SECOND]], i64
; CHECK-DAG: store <8 x float> {{.*}}, ptr [[B]]
; CHECK-DAG: [[C:%.*]] = getelementptr inbounds [16 x i8], ptr {{%.*}}, i64
; CHECK-DAG: store <8 x half> {{.*}}, ptr [[C]]
define spir_kernel void @k(ptr addrspace(1) %data, ptr addrspace(1) %halves, ptr addrspace(1) %out) !reqd_work_group_size !0 {
  %id = call spir_func i64 @__mux_get_local_id(i32 0)
  %p = getelementptr float, ptr addrspace(1) %data, i64 %id
  %a = load float, ptr addrspace(1) %p
  %q = getelementptr float, ptr addrspace(1) %p, i64 4096
  %b = load float, ptr addrspace(1) %q
  %r = getelementptr half, ptr addrspace(1) %halves, i64 %id
  %h = load half, ptr addrspace(1) %r
  call spir_func void @__mux_work_group_barrier(i32 0, i32 2, i32 272)
  %ab = fadd float %a, %b
  %c = fpext half %h to float
  %abc = fmul float %ab, %c
  %s = getelementptr float, ptr addrspace(1) %out, i64 %id
  store float %abc, ptr addrspace(1) %s
  ret void
}
; Slots of different alignments stay apart.
; CHECK-LABEL: define spir_kernel void @aligned(
; CHECK-DAG: [[D:%.*]] = getelementptr inbounds [64 x i8], ptr {{%.*}}, i64
; CHECK-DAG: store <8 x double> {{.*}}, ptr [[D]], align 64
; CHECK-DAG: [[E:%.*]] = getelementptr inbounds [32 x i8], ptr {{%.*}}, i64
; CHECK-DAG: store <8 x float> {{.*}}, ptr [[E]], align 32
define spir_kernel void @aligned(ptr addrspace(1) %doubles, ptr addrspace(1) %floats, ptr addrspace(1) %out) !reqd_work_group_size !0 {
  %id = call spir_func i64 @__mux_get_local_id(i32 0)
  %p = getelementptr double, ptr addrspace(1) %doubles, i64 %id
  %a = load double, ptr addrspace(1) %p
  %q = getelementptr float, ptr addrspace(1) %floats, i64 %id
  %b = load float, ptr addrspace(1) %q
  call spir_func void @__mux_work_group_barrier(i32 0, i32 2, i32 272)
  %c = fpext float %b to double
  %ac = fmul double %a, %c
  %r = getelementptr double, ptr addrspace(1) %out, i64 %id
  store double %ac, ptr addrspace(1) %r
  ret void
}
!0 = !{i32 4096, i32 1, i32 1}
