; An address whose parts add up the way Fibonacci's numbers do: each is taken apart once, so that
; this number of additions takes no time. The tile goes.
; RUN: muxc --passes=bypass-local-copies %s | FileCheck %s

declare i64 @__mux_get_local_id(i32)
declare i64 @__mux_get_global_id(i32)
declare void @__mux_work_group_barrier(i32, i32, i32)

define spir_kernel void @k(ptr addrspace(1) %out, ptr addrspace(1) %in, ptr addrspace(3) %t, i64 %a, i64 %b) !reqd_work_group_size !0 {
; CHECK-LABEL: @k(
; CHECK-NOT: load float, ptr addrspace(3)
; CHECK: %v = load float, ptr addrspace(1)
; CHECK: ret void
  %x = call i64 @__mux_get_local_id(i32 0)
  %g = call i64 @__mux_get_global_id(i32 0)
  %s0 = add i64 %a, %b
  %s1 = add i64 %b, %s0
  %s2 = add i64 %s0, %s1
  %s3 = add i64 %s1, %s2
  %s4 = add i64 %s2, %s3
  %s5 = add i64 %s3, %s4
  %s6 = add i64 %s4, %s5
  %s7 = add i64 %s5, %s6
  %s8 = add i64 %s6, %s7
  %s9 = add i64 %s7, %s8
  %s10 = add i64 %s8, %s9
  %s11 = add i64 %s9, %s10
  %s12 = add i64 %s10, %s11
  %s13 = add i64 %s11, %s12
  %s14 = add i64 %s12, %s13
  %s15 = add i64 %s13, %s14
  %s16 = add i64 %s14, %s15
  %s17 = add i64 %s15, %s16
  %s18 = add i64 %s16, %s17
  %s19 = add i64 %s17, %s18
  %s20 = add i64 %s18, %s19
  %s21 = add i64 %s19, %s20
  %s22 = add i64 %s20, %s21
  %s23 = add i64 %s21, %s22
  %s24 = add i64 %s22, %s23
  %s25 = add i64 %s23, %s24
  %s26 = add i64 %s24, %s25
  %s27 = add i64 %s25, %s26
  %s28 = add i64 %s26, %s27
  %s29 = add i64 %s27, %s28
  %s30 = add i64 %s28, %s29
  %s31 = add i64 %s29, %s30
  %s32 = add i64 %s30, %s31
  %s33 = add i64 %s31, %s32
  %s34 = add i64 %s32, %s33
  %s35 = add i64 %s33, %s34
  %s36 = add i64 %s34, %s35
  %s37 = add i64 %s35, %s36
  %s38 = add i64 %s36, %s37
  %s39 = add i64 %s37, %s38
  %s40 = add i64 %s38, %s39
  %s41 = add i64 %s39, %s40
  %s42 = add i64 %s40, %s41
  %s43 = add i64 %s41, %s42
  %s44 = add i64 %s42, %s43
  %s45 = add i64 %s43, %s44
  %s46 = add i64 %s44, %s45
  %s47 = add i64 %s45, %s46
  %s48 = add i64 %s46, %s47
  %s49 = add i64 %s47, %s48
  %s50 = add i64 %s48, %s49
  %s51 = add i64 %s49, %s50
  %s52 = add i64 %s50, %s51
  %s53 = add i64 %s51, %s52
  %s54 = add i64 %s52, %s53
  %s55 = add i64 %s53, %s54
  %s56 = add i64 %s54, %s55
  %s57 = add i64 %s55, %s56
  %s58 = add i64 %s56, %s57
  %s59 = add i64 %s57, %s58
  %s60 = add i64 %s58, %s59
  %s61 = add i64 %s59, %s60
  %s62 = add i64 %s60, %s61
  %s63 = add i64 %s61, %s62
  %s64 = add i64 %s62, %s63
  %s65 = add i64 %s63, %s64
  %s66 = add i64 %s64, %s65
  %s67 = add i64 %s65, %s66
  %s68 = add i64 %s66, %s67
  %s69 = add i64 %s67, %s68
  %s70 = add i64 %s68, %s69
  %s71 = add i64 %s69, %s70
  %s72 = add i64 %s70, %s71
  %s73 = add i64 %s71, %s72
  %s74 = add i64 %s72, %s73
  %s75 = add i64 %s73, %s74
  %s76 = add i64 %s74, %s75
  %s77 = add i64 %s75, %s76
  %s78 = add i64 %s76, %s77
  %s79 = add i64 %s77, %s78
  %at = add i64 %g, %s79
  %p = getelementptr float, ptr addrspace(1) %in, i64 %at
  %copied = load float, ptr addrspace(1) %p
  %to = getelementptr float, ptr addrspace(3) %t, i64 %x
  store float %copied, ptr addrspace(3) %to
  call void @__mux_work_group_barrier(i32 0, i32 2, i32 264)
  %q = getelementptr float, ptr addrspace(3) %t, i64 5
  %v = load float, ptr addrspace(3) %q
  call void @__mux_work_group_barrier(i32 0, i32 2, i32 264)
  %r = getelementptr float, ptr addrspace(1) %out, i64 %g
  store float %v, ptr addrspace(1) %r
  ret void
}

!0 = !{i32 16, i32 1, i32 1}
