; Tests whether lanes are adjacent are made for 64 addresses; what is behind those gathers.
; RUN: veczc --step=vectorize --width=4 %s | FileCheck %s

declare spir_func i64 @__mux_get_global_id(i32) memory(none)

; CHECK: define internal spir_func void @k.vecz.4(
; CHECK-COUNT-64: br i1
; CHECK-NOT: br i1
; CHECK: ret void
define spir_kernel void @k(ptr addrspace(1) %out, ptr addrspace(3) %t) {
  %x = call spir_func i64 @__mux_get_global_id(i32 0)
  %p = getelementptr i32, ptr addrspace(1) %out, i64 %x
  %s0 = add i64 %x, 0
  %m0 = and i64 %s0, 15
  %q0 = getelementptr i32, ptr addrspace(3) %t, i64 %m0
  %v0 = load i32, ptr addrspace(3) %q0
  store i32 %v0, ptr addrspace(1) %p
  %s1 = add i64 %x, 1
  %m1 = and i64 %s1, 15
  %q1 = getelementptr i32, ptr addrspace(3) %t, i64 %m1
  %v1 = load i32, ptr addrspace(3) %q1
  store i32 %v1, ptr addrspace(1) %p
  %s2 = add i64 %x, 2
  %m2 = and i64 %s2, 15
  %q2 = getelementptr i32, ptr addrspace(3) %t, i64 %m2
  %v2 = load i32, ptr addrspace(3) %q2
  store i32 %v2, ptr addrspace(1) %p
  %s3 = add i64 %x, 3
  %m3 = and i64 %s3, 15
  %q3 = getelementptr i32, ptr addrspace(3) %t, i64 %m3
  %v3 = load i32, ptr addrspace(3) %q3
  store i32 %v3, ptr addrspace(1) %p
  %s4 = add i64 %x, 4
  %m4 = and i64 %s4, 15
  %q4 = getelementptr i32, ptr addrspace(3) %t, i64 %m4
  %v4 = load i32, ptr addrspace(3) %q4
  store i32 %v4, ptr addrspace(1) %p
  %s5 = add i64 %x, 5
  %m5 = and i64 %s5, 15
  %q5 = getelementptr i32, ptr addrspace(3) %t, i64 %m5
  %v5 = load i32, ptr addrspace(3) %q5
  store i32 %v5, ptr addrspace(1) %p
  %s6 = add i64 %x, 6
  %m6 = and i64 %s6, 15
  %q6 = getelementptr i32, ptr addrspace(3) %t, i64 %m6
  %v6 = load i32, ptr addrspace(3) %q6
  store i32 %v6, ptr addrspace(1) %p
  %s7 = add i64 %x, 7
  %m7 = and i64 %s7, 15
  %q7 = getelementptr i32, ptr addrspace(3) %t, i64 %m7
  %v7 = load i32, ptr addrspace(3) %q7
  store i32 %v7, ptr addrspace(1) %p
  %s8 = add i64 %x, 8
  %m8 = and i64 %s8, 15
  %q8 = getelementptr i32, ptr addrspace(3) %t, i64 %m8
  %v8 = load i32, ptr addrspace(3) %q8
  store i32 %v8, ptr addrspace(1) %p
  %s9 = add i64 %x, 9
  %m9 = and i64 %s9, 15
  %q9 = getelementptr i32, ptr addrspace(3) %t, i64 %m9
  %v9 = load i32, ptr addrspace(3) %q9
  store i32 %v9, ptr addrspace(1) %p
  %s10 = add i64 %x, 10
  %m10 = and i64 %s10, 15
  %q10 = getelementptr i32, ptr addrspace(3) %t, i64 %m10
  %v10 = load i32, ptr addrspace(3) %q10
  store i32 %v10, ptr addrspace(1) %p
  %s11 = add i64 %x, 11
  %m11 = and i64 %s11, 15
  %q11 = getelementptr i32, ptr addrspace(3) %t, i64 %m11
  %v11 = load i32, ptr addrspace(3) %q11
  store i32 %v11, ptr addrspace(1) %p
  %s12 = add i64 %x, 12
  %m12 = and i64 %s12, 15
  %q12 = getelementptr i32, ptr addrspace(3) %t, i64 %m12
  %v12 = load i32, ptr addrspace(3) %q12
  store i32 %v12, ptr addrspace(1) %p
  %s13 = add i64 %x, 13
  %m13 = and i64 %s13, 15
  %q13 = getelementptr i32, ptr addrspace(3) %t, i64 %m13
  %v13 = load i32, ptr addrspace(3) %q13
  store i32 %v13, ptr addrspace(1) %p
  %s14 = add i64 %x, 14
  %m14 = and i64 %s14, 15
  %q14 = getelementptr i32, ptr addrspace(3) %t, i64 %m14
  %v14 = load i32, ptr addrspace(3) %q14
  store i32 %v14, ptr addrspace(1) %p
  %s15 = add i64 %x, 15
  %m15 = and i64 %s15, 15
  %q15 = getelementptr i32, ptr addrspace(3) %t, i64 %m15
  %v15 = load i32, ptr addrspace(3) %q15
  store i32 %v15, ptr addrspace(1) %p
  %s16 = add i64 %x, 16
  %m16 = and i64 %s16, 15
  %q16 = getelementptr i32, ptr addrspace(3) %t, i64 %m16
  %v16 = load i32, ptr addrspace(3) %q16
  store i32 %v16, ptr addrspace(1) %p
  %s17 = add i64 %x, 17
  %m17 = and i64 %s17, 15
  %q17 = getelementptr i32, ptr addrspace(3) %t, i64 %m17
  %v17 = load i32, ptr addrspace(3) %q17
  store i32 %v17, ptr addrspace(1) %p
  %s18 = add i64 %x, 18
  %m18 = and i64 %s18, 15
  %q18 = getelementptr i32, ptr addrspace(3) %t, i64 %m18
  %v18 = load i32, ptr addrspace(3) %q18
  store i32 %v18, ptr addrspace(1) %p
  %s19 = add i64 %x, 19
  %m19 = and i64 %s19, 15
  %q19 = getelementptr i32, ptr addrspace(3) %t, i64 %m19
  %v19 = load i32, ptr addrspace(3) %q19
  store i32 %v19, ptr addrspace(1) %p
  %s20 = add i64 %x, 20
  %m20 = and i64 %s20, 15
  %q20 = getelementptr i32, ptr addrspace(3) %t, i64 %m20
  %v20 = load i32, ptr addrspace(3) %q20
  store i32 %v20, ptr addrspace(1) %p
  %s21 = add i64 %x, 21
  %m21 = and i64 %s21, 15
  %q21 = getelementptr i32, ptr addrspace(3) %t, i64 %m21
  %v21 = load i32, ptr addrspace(3) %q21
  store i32 %v21, ptr addrspace(1) %p
  %s22 = add i64 %x, 22
  %m22 = and i64 %s22, 15
  %q22 = getelementptr i32, ptr addrspace(3) %t, i64 %m22
  %v22 = load i32, ptr addrspace(3) %q22
  store i32 %v22, ptr addrspace(1) %p
  %s23 = add i64 %x, 23
  %m23 = and i64 %s23, 15
  %q23 = getelementptr i32, ptr addrspace(3) %t, i64 %m23
  %v23 = load i32, ptr addrspace(3) %q23
  store i32 %v23, ptr addrspace(1) %p
  %s24 = add i64 %x, 24
  %m24 = and i64 %s24, 15
  %q24 = getelementptr i32, ptr addrspace(3) %t, i64 %m24
  %v24 = load i32, ptr addrspace(3) %q24
  store i32 %v24, ptr addrspace(1) %p
  %s25 = add i64 %x, 25
  %m25 = and i64 %s25, 15
  %q25 = getelementptr i32, ptr addrspace(3) %t, i64 %m25
  %v25 = load i32, ptr addrspace(3) %q25
  store i32 %v25, ptr addrspace(1) %p
  %s26 = add i64 %x, 26
  %m26 = and i64 %s26, 15
  %q26 = getelementptr i32, ptr addrspace(3) %t, i64 %m26
  %v26 = load i32, ptr addrspace(3) %q26
  store i32 %v26, ptr addrspace(1) %p
  %s27 = add i64 %x, 27
  %m27 = and i64 %s27, 15
  %q27 = getelementptr i32, ptr addrspace(3) %t, i64 %m27
  %v27 = load i32, ptr addrspace(3) %q27
  store i32 %v27, ptr addrspace(1) %p
  %s28 = add i64 %x, 28
  %m28 = and i64 %s28, 15
  %q28 = getelementptr i32, ptr addrspace(3) %t, i64 %m28
  %v28 = load i32, ptr addrspace(3) %q28
  store i32 %v28, ptr addrspace(1) %p
  %s29 = add i64 %x, 29
  %m29 = and i64 %s29, 15
  %q29 = getelementptr i32, ptr addrspace(3) %t, i64 %m29
  %v29 = load i32, ptr addrspace(3) %q29
  store i32 %v29, ptr addrspace(1) %p
  %s30 = add i64 %x, 30
  %m30 = and i64 %s30, 15
  %q30 = getelementptr i32, ptr addrspace(3) %t, i64 %m30
  %v30 = load i32, ptr addrspace(3) %q30
  store i32 %v30, ptr addrspace(1) %p
  %s31 = add i64 %x, 31
  %m31 = and i64 %s31, 15
  %q31 = getelementptr i32, ptr addrspace(3) %t, i64 %m31
  %v31 = load i32, ptr addrspace(3) %q31
  store i32 %v31, ptr addrspace(1) %p
  %s32 = add i64 %x, 32
  %m32 = and i64 %s32, 15
  %q32 = getelementptr i32, ptr addrspace(3) %t, i64 %m32
  %v32 = load i32, ptr addrspace(3) %q32
  store i32 %v32, ptr addrspace(1) %p
  %s33 = add i64 %x, 33
  %m33 = and i64 %s33, 15
  %q33 = getelementptr i32, ptr addrspace(3) %t, i64 %m33
  %v33 = load i32, ptr addrspace(3) %q33
  store i32 %v33, ptr addrspace(1) %p
  %s34 = add i64 %x, 34
  %m34 = and i64 %s34, 15
  %q34 = getelementptr i32, ptr addrspace(3) %t, i64 %m34
  %v34 = load i32, ptr addrspace(3) %q34
  store i32 %v34, ptr addrspace(1) %p
  %s35 = add i64 %x, 35
  %m35 = and i64 %s35, 15
  %q35 = getelementptr i32, ptr addrspace(3) %t, i64 %m35
  %v35 = load i32, ptr addrspace(3) %q35
  store i32 %v35, ptr addrspace(1) %p
  %s36 = add i64 %x, 36
  %m36 = and i64 %s36, 15
  %q36 = getelementptr i32, ptr addrspace(3) %t, i64 %m36
  %v36 = load i32, ptr addrspace(3) %q36
  store i32 %v36, ptr addrspace(1) %p
  %s37 = add i64 %x, 37
  %m37 = and i64 %s37, 15
  %q37 = getelementptr i32, ptr addrspace(3) %t, i64 %m37
  %v37 = load i32, ptr addrspace(3) %q37
  store i32 %v37, ptr addrspace(1) %p
  %s38 = add i64 %x, 38
  %m38 = and i64 %s38, 15
  %q38 = getelementptr i32, ptr addrspace(3) %t, i64 %m38
  %v38 = load i32, ptr addrspace(3) %q38
  store i32 %v38, ptr addrspace(1) %p
  %s39 = add i64 %x, 39
  %m39 = and i64 %s39, 15
  %q39 = getelementptr i32, ptr addrspace(3) %t, i64 %m39
  %v39 = load i32, ptr addrspace(3) %q39
  store i32 %v39, ptr addrspace(1) %p
  %s40 = add i64 %x, 40
  %m40 = and i64 %s40, 15
  %q40 = getelementptr i32, ptr addrspace(3) %t, i64 %m40
  %v40 = load i32, ptr addrspace(3) %q40
  store i32 %v40, ptr addrspace(1) %p
  %s41 = add i64 %x, 41
  %m41 = and i64 %s41, 15
  %q41 = getelementptr i32, ptr addrspace(3) %t, i64 %m41
  %v41 = load i32, ptr addrspace(3) %q41
  store i32 %v41, ptr addrspace(1) %p
  %s42 = add i64 %x, 42
  %m42 = and i64 %s42, 15
  %q42 = getelementptr i32, ptr addrspace(3) %t, i64 %m42
  %v42 = load i32, ptr addrspace(3) %q42
  store i32 %v42, ptr addrspace(1) %p
  %s43 = add i64 %x, 43
  %m43 = and i64 %s43, 15
  %q43 = getelementptr i32, ptr addrspace(3) %t, i64 %m43
  %v43 = load i32, ptr addrspace(3) %q43
  store i32 %v43, ptr addrspace(1) %p
  %s44 = add i64 %x, 44
  %m44 = and i64 %s44, 15
  %q44 = getelementptr i32, ptr addrspace(3) %t, i64 %m44
  %v44 = load i32, ptr addrspace(3) %q44
  store i32 %v44, ptr addrspace(1) %p
  %s45 = add i64 %x, 45
  %m45 = and i64 %s45, 15
  %q45 = getelementptr i32, ptr addrspace(3) %t, i64 %m45
  %v45 = load i32, ptr addrspace(3) %q45
  store i32 %v45, ptr addrspace(1) %p
  %s46 = add i64 %x, 46
  %m46 = and i64 %s46, 15
  %q46 = getelementptr i32, ptr addrspace(3) %t, i64 %m46
  %v46 = load i32, ptr addrspace(3) %q46
  store i32 %v46, ptr addrspace(1) %p
  %s47 = add i64 %x, 47
  %m47 = and i64 %s47, 15
  %q47 = getelementptr i32, ptr addrspace(3) %t, i64 %m47
  %v47 = load i32, ptr addrspace(3) %q47
  store i32 %v47, ptr addrspace(1) %p
  %s48 = add i64 %x, 48
  %m48 = and i64 %s48, 15
  %q48 = getelementptr i32, ptr addrspace(3) %t, i64 %m48
  %v48 = load i32, ptr addrspace(3) %q48
  store i32 %v48, ptr addrspace(1) %p
  %s49 = add i64 %x, 49
  %m49 = and i64 %s49, 15
  %q49 = getelementptr i32, ptr addrspace(3) %t, i64 %m49
  %v49 = load i32, ptr addrspace(3) %q49
  store i32 %v49, ptr addrspace(1) %p
  %s50 = add i64 %x, 50
  %m50 = and i64 %s50, 15
  %q50 = getelementptr i32, ptr addrspace(3) %t, i64 %m50
  %v50 = load i32, ptr addrspace(3) %q50
  store i32 %v50, ptr addrspace(1) %p
  %s51 = add i64 %x, 51
  %m51 = and i64 %s51, 15
  %q51 = getelementptr i32, ptr addrspace(3) %t, i64 %m51
  %v51 = load i32, ptr addrspace(3) %q51
  store i32 %v51, ptr addrspace(1) %p
  %s52 = add i64 %x, 52
  %m52 = and i64 %s52, 15
  %q52 = getelementptr i32, ptr addrspace(3) %t, i64 %m52
  %v52 = load i32, ptr addrspace(3) %q52
  store i32 %v52, ptr addrspace(1) %p
  %s53 = add i64 %x, 53
  %m53 = and i64 %s53, 15
  %q53 = getelementptr i32, ptr addrspace(3) %t, i64 %m53
  %v53 = load i32, ptr addrspace(3) %q53
  store i32 %v53, ptr addrspace(1) %p
  %s54 = add i64 %x, 54
  %m54 = and i64 %s54, 15
  %q54 = getelementptr i32, ptr addrspace(3) %t, i64 %m54
  %v54 = load i32, ptr addrspace(3) %q54
  store i32 %v54, ptr addrspace(1) %p
  %s55 = add i64 %x, 55
  %m55 = and i64 %s55, 15
  %q55 = getelementptr i32, ptr addrspace(3) %t, i64 %m55
  %v55 = load i32, ptr addrspace(3) %q55
  store i32 %v55, ptr addrspace(1) %p
  %s56 = add i64 %x, 56
  %m56 = and i64 %s56, 15
  %q56 = getelementptr i32, ptr addrspace(3) %t, i64 %m56
  %v56 = load i32, ptr addrspace(3) %q56
  store i32 %v56, ptr addrspace(1) %p
  %s57 = add i64 %x, 57
  %m57 = and i64 %s57, 15
  %q57 = getelementptr i32, ptr addrspace(3) %t, i64 %m57
  %v57 = load i32, ptr addrspace(3) %q57
  store i32 %v57, ptr addrspace(1) %p
  %s58 = add i64 %x, 58
  %m58 = and i64 %s58, 15
  %q58 = getelementptr i32, ptr addrspace(3) %t, i64 %m58
  %v58 = load i32, ptr addrspace(3) %q58
  store i32 %v58, ptr addrspace(1) %p
  %s59 = add i64 %x, 59
  %m59 = and i64 %s59, 15
  %q59 = getelementptr i32, ptr addrspace(3) %t, i64 %m59
  %v59 = load i32, ptr addrspace(3) %q59
  store i32 %v59, ptr addrspace(1) %p
  %s60 = add i64 %x, 60
  %m60 = and i64 %s60, 15
  %q60 = getelementptr i32, ptr addrspace(3) %t, i64 %m60
  %v60 = load i32, ptr addrspace(3) %q60
  store i32 %v60, ptr addrspace(1) %p
  %s61 = add i64 %x, 61
  %m61 = and i64 %s61, 15
  %q61 = getelementptr i32, ptr addrspace(3) %t, i64 %m61
  %v61 = load i32, ptr addrspace(3) %q61
  store i32 %v61, ptr addrspace(1) %p
  %s62 = add i64 %x, 62
  %m62 = and i64 %s62, 15
  %q62 = getelementptr i32, ptr addrspace(3) %t, i64 %m62
  %v62 = load i32, ptr addrspace(3) %q62
  store i32 %v62, ptr addrspace(1) %p
  %s63 = add i64 %x, 63
  %m63 = and i64 %s63, 15
  %q63 = getelementptr i32, ptr addrspace(3) %t, i64 %m63
  %v63 = load i32, ptr addrspace(3) %q63
  store i32 %v63, ptr addrspace(1) %p
  %s64 = add i64 %x, 64
  %m64 = and i64 %s64, 15
  %q64 = getelementptr i32, ptr addrspace(3) %t, i64 %m64
  %v64 = load i32, ptr addrspace(3) %q64
  store i32 %v64, ptr addrspace(1) %p
  %s65 = add i64 %x, 65
  %m65 = and i64 %s65, 15
  %q65 = getelementptr i32, ptr addrspace(3) %t, i64 %m65
  %v65 = load i32, ptr addrspace(3) %q65
  store i32 %v65, ptr addrspace(1) %p
  %s66 = add i64 %x, 66
  %m66 = and i64 %s66, 15
  %q66 = getelementptr i32, ptr addrspace(3) %t, i64 %m66
  %v66 = load i32, ptr addrspace(3) %q66
  store i32 %v66, ptr addrspace(1) %p
  ret void
}
