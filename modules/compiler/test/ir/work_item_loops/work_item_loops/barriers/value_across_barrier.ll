; A value that lives across a barrier goes through scratch, one array over the work-items a value; an
; id is computed again instead.
; RUN: muxc --passes=number-barriers,work-item-loops %s | FileCheck %s

declare spir_func i64 @__mux_get_global_id(i32) memory(none)
declare spir_func void @__mux_work_group_barrier(i32, i32, i32)

define spir_kernel void @k(ptr addrspace(1) %data) {
; CHECK-LABEL: define spir_kernel void @k(ptr addrspace(1) %data)
; CHECK-SAME: [[ATTRIBUTES:#[0-9]+]]
; CHECK: [[SCRATCH:%.*]] = call ptr @__mux_get_private_scratch()
; CHECK: [[ITEMS:%items]] = mul i64
; CHECK: [[ARRAY:%.*]] = getelementptr i8, ptr [[SCRATCH]]
; CHECK: region.0:
; CHECK: [[V:%.*]] = load float, ptr addrspace(1)
; CHECK: store float [[V]], ptr [[SLOT:%.*]], align 4
; CHECK: region.1:
; CHECK: load float, ptr {{%.*}}, align 4
; CHECK: store float {{.*}}, ptr addrspace(1)
; CHECK-NOT: __mux_work_group_barrier(i32 1
; CHECK: attributes [[ATTRIBUTES]] = { {{.*}}"lanewise-scratch-per-item"="4" }
  %id = call spir_func i64 @__mux_get_global_id(i32 0)
  %p = getelementptr float, ptr addrspace(1) %data, i64 %id
  %v = load float, ptr addrspace(1) %p
  call spir_func void @__mux_work_group_barrier(i32 0, i32 2, i32 272)
  %w = fadd float %v, 1.0
  store float %w, ptr addrspace(1) %p
  ret void
}
