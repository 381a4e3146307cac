; A kernel that does little is as many times wider as registers hold what is alive at once: here there are 16
; of 8 floats, and 14 values or 6.
; One that reads and writes bytes fills registers with them, also where it does more.
; RUN: muxc --passes=vectorize %s | FileCheck %s

declare spir_func i64 @__mux_get_global_id(i32)

; CHECK-DAG: !{ptr @many.vecz.8, i32 8, i32 0
; CHECK-DAG: !{ptr @some.vecz.16, i32 16, i32 0
; CHECK-DAG: !{ptr @few.vecz.32, i32 32, i32 0
; CHECK-DAG: !{ptr @bytes.vecz.32, i32 32, i32 0
define spir_kernel void @bytes(ptr addrspace(1) %p) !reqd_work_group_size !0 {
  %id = call spir_func i64 @__mux_get_global_id(i32 0)
  %q = getelementptr i8, ptr addrspace(1) %p, i64 %id
  %v0 = load i8, ptr addrspace(1) %q
  %v1 = mul i8 %v0, 3
  %v2 = xor i8 %v1, 4
  %v3 = mul i8 %v2, 5
  %v4 = xor i8 %v3, 6
  %v5 = mul i8 %v4, 7
  %v6 = xor i8 %v5, 8
  %v7 = mul i8 %v6, 9
  %v8 = xor i8 %v7, 3
  %v9 = mul i8 %v8, 4
  %v10 = xor i8 %v9, 5
  %v11 = mul i8 %v10, 6
  %v12 = xor i8 %v11, 7
  %v13 = mul i8 %v12, 8
  %v14 = xor i8 %v13, 9
  %v15 = mul i8 %v14, 3
  %v16 = xor i8 %v15, 4
  %v17 = mul i8 %v16, 5
  %v18 = xor i8 %v17, 6
  %v19 = mul i8 %v18, 7
  %v20 = xor i8 %v19, 8
  %v21 = mul i8 %v20, 9
  %v22 = xor i8 %v21, 3
  %v23 = mul i8 %v22, 4
  %v24 = xor i8 %v23, 5
  %v25 = mul i8 %v24, 6
  %v26 = xor i8 %v25, 7
  %v27 = mul i8 %v26, 8
  %v28 = xor i8 %v27, 9
  %v29 = mul i8 %v28, 3
  %v30 = xor i8 %v29, 4
  %v31 = mul i8 %v30, 5
  %v32 = xor i8 %v31, 6
  %v33 = mul i8 %v32, 7
  %v34 = xor i8 %v33, 8
  %v35 = mul i8 %v34, 9
  %v36 = xor i8 %v35, 3
  %v37 = mul i8 %v36, 4
  %v38 = xor i8 %v37, 5
  %v39 = mul i8 %v38, 6
  %v40 = xor i8 %v39, 7
  %v41 = mul i8 %v40, 8
  %v42 = xor i8 %v41, 9
  %v43 = mul i8 %v42, 3
  %v44 = xor i8 %v43, 4
  %v45 = mul i8 %v44, 5
  %v46 = xor i8 %v45, 6
  %v47 = mul i8 %v46, 7
  %v48 = xor i8 %v47, 8
  %v49 = mul i8 %v48, 9
  %v50 = xor i8 %v49, 3
  %v51 = mul i8 %v50, 4
  %v52 = xor i8 %v51, 5
  %v53 = mul i8 %v52, 6
  %v54 = xor i8 %v53, 7
  %v55 = mul i8 %v54, 8
  %v56 = xor i8 %v55, 9
  %v57 = mul i8 %v56, 3
  %v58 = xor i8 %v57, 4
  %v59 = mul i8 %v58, 5
  %v60 = xor i8 %v59, 6
  %v61 = mul i8 %v60, 7
  %v62 = xor i8 %v61, 8
  %v63 = mul i8 %v62, 9
  %v64 = xor i8 %v63, 3
  %v65 = mul i8 %v64, 4
  %v66 = xor i8 %v65, 5
  %v67 = mul i8 %v66, 6
  %v68 = xor i8 %v67, 7
  %v69 = mul i8 %v68, 8
  %v70 = xor i8 %v69, 9
  %v71 = mul i8 %v70, 3
  %v72 = xor i8 %v71, 4
  %v73 = mul i8 %v72, 5
  %v74 = xor i8 %v73, 6
  %v75 = mul i8 %v74, 7
  %v76 = xor i8 %v75, 8
  %v77 = mul i8 %v76, 9
  %v78 = xor i8 %v77, 3
  %v79 = mul i8 %v78, 4
  %v80 = xor i8 %v79, 5
  %v81 = mul i8 %v80, 6
  %v82 = xor i8 %v81, 7
  %v83 = mul i8 %v82, 8
  %v84 = xor i8 %v83, 9
  %v85 = mul i8 %v84, 3
  %v86 = xor i8 %v85, 4
  %v87 = mul i8 %v86, 5
  %v88 = xor i8 %v87, 6
  %v89 = mul i8 %v88, 7
  %v90 = xor i8 %v89, 8
  %v91 = mul i8 %v90, 9
  %v92 = xor i8 %v91, 3
  %v93 = mul i8 %v92, 4
  %v94 = xor i8 %v93, 5
  %v95 = mul i8 %v94, 6
  %v96 = xor i8 %v95, 7
  %v97 = mul i8 %v96, 8
  %v98 = xor i8 %v97, 9
  %v99 = mul i8 %v98, 3
  %v100 = xor i8 %v99, 4
  %v101 = mul i8 %v100, 5
  %v102 = xor i8 %v101, 6
  %v103 = mul i8 %v102, 7
  %v104 = xor i8 %v103, 8
  %v105 = mul i8 %v104, 9
  %v106 = xor i8 %v105, 3
  %v107 = mul i8 %v106, 4
  %v108 = xor i8 %v107, 5
  %v109 = mul i8 %v108, 6
  %v110 = xor i8 %v109, 7
  %v111 = mul i8 %v110, 8
  %v112 = xor i8 %v111, 9
  %v113 = mul i8 %v112, 3
  %v114 = xor i8 %v113, 4
  %v115 = mul i8 %v114, 5
  %v116 = xor i8 %v115, 6
  %v117 = mul i8 %v116, 7
  %v118 = xor i8 %v117, 8
  %v119 = mul i8 %v118, 9
  %v120 = xor i8 %v119, 3
  %v121 = mul i8 %v120, 4
  %v122 = xor i8 %v121, 5
  %v123 = mul i8 %v122, 6
  %v124 = xor i8 %v123, 7
  %v125 = mul i8 %v124, 8
  %v126 = xor i8 %v125, 9
  %v127 = mul i8 %v126, 3
  %v128 = xor i8 %v127, 4
  %v129 = mul i8 %v128, 5
  %v130 = xor i8 %v129, 6
  %v131 = mul i8 %v130, 7
  %v132 = xor i8 %v131, 8
  %v133 = mul i8 %v132, 9
  %v134 = xor i8 %v133, 3
  %v135 = mul i8 %v134, 4
  %v136 = xor i8 %v135, 5
  %v137 = mul i8 %v136, 6
  %v138 = xor i8 %v137, 7
  %v139 = mul i8 %v138, 8
  %v140 = xor i8 %v139, 9
  %v141 = mul i8 %v140, 3
  %v142 = xor i8 %v141, 4
  %v143 = mul i8 %v142, 5
  %v144 = xor i8 %v143, 6
  %v145 = mul i8 %v144, 7
  %v146 = xor i8 %v145, 8
  %v147 = mul i8 %v146, 9
  %v148 = xor i8 %v147, 3
  %v149 = mul i8 %v148, 4
  %v150 = xor i8 %v149, 5
  %v151 = mul i8 %v150, 6
  %v152 = xor i8 %v151, 7
  %v153 = mul i8 %v152, 8
  %v154 = xor i8 %v153, 9
  %v155 = mul i8 %v154, 3
  %v156 = xor i8 %v155, 4
  %v157 = mul i8 %v156, 5
  %v158 = xor i8 %v157, 6
  %v159 = mul i8 %v158, 7
  %v160 = xor i8 %v159, 8
  store i8 %v160, ptr addrspace(1) %q
  ret void
}
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
