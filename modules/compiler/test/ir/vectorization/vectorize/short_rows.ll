; Rows that are shorter than a vector of the target: as many lanes as a row has; a step for some of the lanes where that is no
; power of two; as many as fit where there is to be no such step; and none of a single work-item.
; RUN: env LANEWISE_VECTORIZE=on LANEWISE_REMAINDER=masked muxc --passes=vectorize %s | FileCheck %s --check-prefixes=CHECK,MASKED
; RUN: env LANEWISE_VECTORIZE=on LANEWISE_REMAINDER=scalar muxc --passes=vectorize %s | FileCheck %s --check-prefixes=CHECK,SCALAR
; RUN: env LANEWISE_VECTORIZE=off muxc --passes=vectorize %s | FileCheck %s --check-prefix=OFF --implicit-check-not=vecz

declare spir_func i64 @__mux_get_global_id(i32)

; CHECK: define spir_kernel void @four({{.*}} !vecz.vectorized [[FOUR:![0-9]+]]
; OFF: define spir_kernel void @four(
define spir_kernel void @four(ptr addrspace(1) %p) !reqd_work_group_size !0 {
  %x = call spir_func i64 @__mux_get_global_id(i32 0)
  %q = getelementptr float, ptr addrspace(1) %p, i64 %x
  %v = load float, ptr addrspace(1) %q
  %w = fadd float %v, 1.0
  store float %w, ptr addrspace(1) %q
  ret void
}

; CHECK: define spir_kernel void @seven({{.*}} !vecz.vectorized [[SEVEN:![0-9]+]]
define spir_kernel void @seven(ptr addrspace(1) %p) !reqd_work_group_size !1 {
  %x = call spir_func i64 @__mux_get_global_id(i32 0)
  %q = getelementptr float, ptr addrspace(1) %p, i64 %x
  %v = load float, ptr addrspace(1) %q
  %w = fadd float %v, 1.0
  store float %w, ptr addrspace(1) %q
  ret void
}

; CHECK: define spir_kernel void @alone({{.*}}) !reqd_work_group_size
; CHECK-NOT: vecz
; CHECK-SAME: {
define spir_kernel void @alone(ptr addrspace(1) %p) !reqd_work_group_size !2 {
  %x = call spir_func i64 @__mux_get_global_id(i32 0)
  %q = getelementptr float, ptr addrspace(1) %p, i64 %x
  store float 1.0, ptr addrspace(1) %q
  ret void
}

; CHECK: [[FOUR]] = !{ptr @four.vecz.4, i32 4, i32 0}
; MASKED: [[SEVEN]] = !{ptr @seven.vecz.8.masked, i32 8, i32 1}
; SCALAR: [[SEVEN]] = !{ptr @seven.vecz.4, i32 4, i32 0}
!0 = !{i32 4, i32 1, i32 1}
!1 = !{i32 7, i32 1, i32 1}
!2 = !{i32 1, i32 1, i32 1}
