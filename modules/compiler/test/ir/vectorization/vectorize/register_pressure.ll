; A kernel that does little is as many times wider as registers hold what is alive at once: here there are 16
; of 8 floats, and 14 values or 6.
; RUN: muxc --passes=vectorize %s | FileCheck %s

declare spir_func i64 @__mux_get_global_id(i32)

; CHECK-DAG: !{ptr @many.vecz.8, i32 8, i32 0
; CHECK-DAG: !{ptr @some.vecz.16, i32 16, i32 0
; CHECK-DAG: !{ptr @few.vecz.32, i32 32, i32 0
define spir_kernel void @many(ptr addrspace(1) %p) !reqd_work_group_size !0 {
  %id = call spir_func i64 @__mux_get_global_id(i32 0)
  %p0 = getelementptr float, ptr addrspace(1) %p, i64 0
  %q0 = getelementptr float, ptr addrspace(1) %p0, i64 %id
  %v0 = load float, ptr addrspace(1) %q0
  %p1 = getelementptr float, ptr addrspace(1) %p, i64 64
  %q1 = getelementptr float, ptr addrspace(1) %p1, i64 %id
  %v1 = load float, ptr addrspace(1) %q1
  %p2 = getelementptr float, ptr addrspace(1) %p, i64 128
  %q2 = getelementptr float, ptr addrspace(1) %p2, i64 %id
  %v2 = load float, ptr addrspace(1) %q2
  %p3 = getelementptr float, ptr addrspace(1) %p, i64 192
  %q3 = getelementptr float, ptr addrspace(1) %p3, i64 %id
  %v3 = load float, ptr addrspace(1) %q3
  %p4 = getelementptr float, ptr addrspace(1) %p, i64 256
  %q4 = getelementptr float, ptr addrspace(1) %p4, i64 %id
  %v4 = load float, ptr addrspace(1) %q4
  %p5 = getelementptr float, ptr addrspace(1) %p, i64 320
  %q5 = getelementptr float, ptr addrspace(1) %p5, i64 %id
  %v5 = load float, ptr addrspace(1) %q5
  %p6 = getelementptr float, ptr addrspace(1) %p, i64 384
  %q6 = getelementptr float, ptr addrspace(1) %p6, i64 %id
  %v6 = load float, ptr addrspace(1) %q6
  %p7 = getelementptr float, ptr addrspace(1) %p, i64 448
  %q7 = getelementptr float, ptr addrspace(1) %p7, i64 %id
  %v7 = load float, ptr addrspace(1) %q7
  %p8 = getelementptr float, ptr addrspace(1) %p, i64 512
  %q8 = getelementptr float, ptr addrspace(1) %p8, i64 %id
  %v8 = load float, ptr addrspace(1) %q8
  %p9 = getelementptr float, ptr addrspace(1) %p, i64 576
  %q9 = getelementptr float, ptr addrspace(1) %p9, i64 %id
  %v9 = load float, ptr addrspace(1) %q9
  %p10 = getelementptr float, ptr addrspace(1) %p, i64 640
  %q10 = getelementptr float, ptr addrspace(1) %p10, i64 %id
  %v10 = load float, ptr addrspace(1) %q10
  %p11 = getelementptr float, ptr addrspace(1) %p, i64 704
  %q11 = getelementptr float, ptr addrspace(1) %p11, i64 %id
  %v11 = load float, ptr addrspace(1) %q11
  %p12 = getelementptr float, ptr addrspace(1) %p, i64 768
  %q12 = getelementptr float, ptr addrspace(1) %p12, i64 %id
  %v12 = load float, ptr addrspace(1) %q12
  %p13 = getelementptr float, ptr addrspace(1) %p, i64 832
  %q13 = getelementptr float, ptr addrspace(1) %p13, i64 %id
  %v13 = load float, ptr addrspace(1) %q13
  store float %v13, ptr addrspace(1) %q0
  store float %v12, ptr addrspace(1) %q1
  store float %v11, ptr addrspace(1) %q2
  store float %v10, ptr addrspace(1) %q3
  store float %v9, ptr addrspace(1) %q4
  store float %v8, ptr addrspace(1) %q5
  store float %v7, ptr addrspace(1) %q6
  store float %v6, ptr addrspace(1) %q7
  store float %v5, ptr addrspace(1) %q8
  store float %v4, ptr addrspace(1) %q9
  store float %v3, ptr addrspace(1) %q10
  store float %v2, ptr addrspace(1) %q11
  store float %v1, ptr addrspace(1) %q12
  store float %v0, ptr addrspace(1) %q13
  ret void
}
define spir_kernel void @some(ptr addrspace(1) %p) !reqd_work_group_size !0 {
  %id = call spir_func i64 @__mux_get_global_id(i32 0)
  %p0 = getelementptr float, ptr addrspace(1) %p, i64 0
  %q0 = getelementptr float, ptr addrspace(1) %p0, i64 %id
  %v0 = load float, ptr addrspace(1) %q0
  %p1 = getelementptr float, ptr addrspace(1) %p, i64 64
  %q1 = getelementptr float, ptr addrspace(1) %p1, i64 %id
  %v1 = load float, ptr addrspace(1) %q1
  %p2 = getelementptr float, ptr addrspace(1) %p, i64 128
  %q2 = getelementptr float, ptr addrspace(1) %p2, i64 %id
  %v2 = load float, ptr addrspace(1) %q2
  %p3 = getelementptr float, ptr addrspace(1) %p, i64 192
  %q3 = getelementptr float, ptr addrspace(1) %p3, i64 %id
  %v3 = load float, ptr addrspace(1) %q3
  %p4 = getelementptr float, ptr addrspace(1) %p, i64 256
  %q4 = getelementptr float, ptr addrspace(1) %p4, i64 %id
  %v4 = load float, ptr addrspace(1) %q4
  %p5 = getelementptr float, ptr addrspace(1) %p, i64 320
  %q5 = getelementptr float, ptr addrspace(1) %p5, i64 %id
  %v5 = load float, ptr addrspace(1) %q5
  store float %v5, ptr addrspace(1) %q0
  store float %v4, ptr addrspace(1) %q1
  store float %v3, ptr addrspace(1) %q2
  store float %v2, ptr addrspace(1) %q3
  store float %v1, ptr addrspace(1) %q4
  store float %v0, ptr addrspace(1) %q5
  ret void
}
define spir_kernel void @few(ptr addrspace(1) %p) !reqd_work_group_size !0 {
  %id = call spir_func i64 @__mux_get_global_id(i32 0)
  %p0 = getelementptr float, ptr addrspace(1) %p, i64 0
  %q0 = getelementptr float, ptr addrspace(1) %p0, i64 %id
  %v0 = load float, ptr addrspace(1) %q0
  %p1 = getelementptr float, ptr addrspace(1) %p, i64 64
  %q1 = getelementptr float, ptr addrspace(1) %p1, i64 %id
  %v1 = load float, ptr addrspace(1) %q1
  store float %v1, ptr addrspace(1) %q0
  store float %v0, ptr addrspace(1) %q1
  ret void
}
!0 = !{i32 64, i32 1, i32 1}
