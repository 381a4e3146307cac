; Minima and maxima of integers are those with or without signs, as the mangled name says; the exclusive combination by xor
; has the own value taken out of the inclusive one again; vectors are equal if all their elements are.
; RUN: env LANEWISE_VECTORIZE=4 muxc --passes=define-group-functions,sub-groups %s | FileCheck %s

declare spir_func i64 @__mux_get_local_id(i32)
declare spir_func i32 @_Z20sub_group_reduce_mini(i32)
declare spir_func i32 @_Z20sub_group_reduce_minj(i32)
declare spir_func i32 @_Z20sub_group_reduce_maxi(i32)
declare spir_func i32 @_Z20sub_group_reduce_maxDU7_(i32)
declare spir_func float @_Z20sub_group_reduce_minf(float)
declare spir_func i32 @_Z40sub_group_non_uniform_scan_exclusive_xori(i32)
declare spir_func i32 @_Z31sub_group_non_uniform_all_equalDv2_f(<2 x float>)

define spir_kernel void @integers(ptr addrspace(1) %p, ptr addrspace(1) %q) !reqd_work_group_size !0 {
  %id = call spir_func i64 @__mux_get_local_id(i32 0)
  %at = getelementptr i32, ptr addrspace(1) %p, i64 %id
  %v = load i32, ptr addrspace(1) %at
  %a = call spir_func i32 @_Z20sub_group_reduce_mini(i32 %v)
  %b = call spir_func i32 @_Z20sub_group_reduce_minj(i32 %v)
  %c = call spir_func i32 @_Z20sub_group_reduce_maxi(i32 %v)
  %d = call spir_func i32 @_Z20sub_group_reduce_maxDU7_(i32 %v)
  %ab = xor i32 %a, %b
  %cd = xor i32 %c, %d
  %abcd = xor i32 %ab, %cd
  store i32 %abcd, ptr addrspace(1) %q
  ret void
}

define spir_kernel void @scan(ptr addrspace(1) %p) !reqd_work_group_size !0 {
  %id = call spir_func i64 @__mux_get_local_id(i32 0)
  %at = getelementptr i32, ptr addrspace(1) %p, i64 %id
  %v = load i32, ptr addrspace(1) %at
  %a = call spir_func i32 @_Z40sub_group_non_uniform_scan_exclusive_xori(i32 %v)
  store i32 %a, ptr addrspace(1) %at
  ret void
}

define spir_kernel void @equal(ptr addrspace(1) %p, ptr addrspace(1) %q) !reqd_work_group_size !0 {
  %id = call spir_func i64 @__mux_get_local_id(i32 0)
  %at = getelementptr <2 x float>, ptr addrspace(1) %p, i64 %id
  %v = load <2 x float>, ptr addrspace(1) %at
  %a = call spir_func i32 @_Z31sub_group_non_uniform_all_equalDv2_f(<2 x float> %v)
  store i32 %a, ptr addrspace(1) %q
  ret void
}

define spir_kernel void @smallest(ptr addrspace(1) %p, ptr addrspace(1) %q) !reqd_work_group_size !0 {
  %id = call spir_func i64 @__mux_get_local_id(i32 0)
  %at = getelementptr float, ptr addrspace(1) %p, i64 %id
  %v = load float, ptr addrspace(1) %at
  %a = call spir_func float @_Z20sub_group_reduce_minf(float %v)
  store float %a, ptr addrspace(1) %q
  ret void
}

; CHECK-LABEL: define internal spir_func void @integers.vecz.4(
; CHECK: call i32 @llvm.vector.reduce.smin.v4i32(
; CHECK: call i32 @llvm.vector.reduce.umin.v4i32(
; CHECK: call i32 @llvm.vector.reduce.smax.v4i32(
; CHECK: call i32 @llvm.vector.reduce.umax.v4i32(

; A scan: odd lanes combine their value with that of the lane before, then the upper two with that of
; lane 1.
; CHECK-LABEL: define internal spir_func void @scan.vecz.4(
; CHECK: [[OWN:%.*]] = freeze <4 x i32>
; CHECK-NEXT: [[UP:%.*]] = shufflevector <4 x i32> [[OWN]], <4 x i32> poison, <4 x i32> <i32 0, i32 0, i32 2, i32 2>
; CHECK-NEXT: [[BEFORE:%.*]] = select <4 x i1> <i1 true, i1 false, i1 true, i1 false>, <4 x i32> zeroinitializer, <4 x i32> [[UP]]
; CHECK-NEXT: xor <4 x i32> [[OWN]], [[BEFORE]]
; CHECK: [[FIRST:%.*]] = shufflevector <4 x i32> {{.*}}, <4 x i32> poison, <4 x i32> <i32 1, i32 1, i32 1, i32 1>
; CHECK-NEXT: [[FURTHER:%.*]] = select <4 x i1> <i1 true, i1 true, i1 false, i1 false>, <4 x i32> zeroinitializer, <4 x i32> [[FIRST]]
; CHECK-NEXT: [[RESULT:%.*]] = xor <4 x i32> [[BEFORE]], [[FURTHER]]
; CHECK-NEXT: store <4 x i32> [[RESULT]]

; CHECK-LABEL: define internal spir_func void @equal.vecz.4(
; CHECK: [[X:%.*]] = fcmp une <4 x float>
; CHECK-NEXT: [[Y:%.*]] = fcmp une <4 x float>
; CHECK-NEXT: shufflevector <4 x i1> [[X]], <4 x i1> [[Y]]
; CHECK: [[DIFFERS:%.*]] = icmp ne <4 x i2>
; CHECK: [[MASK:%.*]] = bitcast <4 x i1> [[DIFFERS]] to i4
; CHECK: [[WIDE:%.*]] = zext i4 [[MASK]] to i64
; CHECK: [[NONE:%.*]] = icmp eq i64 [[WIDE]], 0
; CHECK: zext i1 [[NONE]] to i32

; A NaN becomes infinity first.
; CHECK-LABEL: define internal spir_func void @smallest.vecz.4(
; CHECK: [[V:%.*]] = load <4 x float>
; CHECK: [[IS:%.*]] = fcmp olt <4 x float> [[V]], splat (float 0x7FF0000000000000)
; CHECK: select <4 x i1> [[IS]], <4 x float> [[V]], <4 x float> splat (float 0x7FF0000000000000)
; CHECK-COUNT-2: fcmp olt <4 x float>
!0 = !{i32 8, i32 1, i32 1}
