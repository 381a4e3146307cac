; A sub-group is the lanes of a vector form over the linear local id, with a masked form for what is left
; of a group. Integers of all lanes are combined at once; floating-point numbers lane by lane, first with those half a
; sub-group away; an exclusive sum is the inclusive one less the own value.
; RUN: env LANEWISE_VECTORIZE=4 muxc --passes=define-group-functions,sub-groups %s | FileCheck %s
; RUN: muxc --passes=define-group-functions,sub-groups %s | FileCheck %s --check-prefix=FREE

declare spir_func i64 @__mux_get_local_id(i32)
declare spir_func i64 @__mux_get_global_id(i32)
declare spir_func i32 @_Z20sub_group_reduce_addi(i32)
declare spir_func float @_Z20sub_group_reduce_addf(float)
declare spir_func i32 @_Z28sub_group_scan_exclusive_addi(i32)
declare spir_func i32 @_Z18get_sub_group_sizev()
declare spir_func i32 @_Z16get_sub_group_idv()
declare spir_func i32 @_Z16sub_group_shufflejj(i32, i32)

define spir_kernel void @sum(ptr addrspace(1) %p) {
; CHECK-LABEL: define spir_kernel void @sum(
; CHECK-SAME: [[SIZE:#[0-9]+]] !vecz.vectorized [[SUM:![0-9]+]]
  %x = load i32, ptr addrspace(1) %p
  %id = call spir_func i64 @__mux_get_global_id(i32 0)
  %at = getelementptr i32, ptr addrspace(1) %p, i64 %id
  %own = load i32, ptr addrspace(1) %at
  %sum = call spir_func i32 @_Z20sub_group_reduce_addi(i32 %own)
  store i32 %sum, ptr addrspace(1) %p
  ret void
}

define spir_kernel void @sum_of_floats(ptr addrspace(1) %p) !reqd_work_group_size !0 {
  %id = call spir_func i64 @__mux_get_local_id(i32 0)
  %at = getelementptr float, ptr addrspace(1) %p, i64 %id
  %own = load float, ptr addrspace(1) %at
  %sum = call spir_func float @_Z20sub_group_reduce_addf(float %own)
  store float %sum, ptr addrspace(1) %p
  ret void
}

define spir_kernel void @exclusive(ptr addrspace(1) %p) !reqd_work_group_size !0 {
  %id = call spir_func i64 @__mux_get_local_id(i32 0)
  %at = getelementptr i32, ptr addrspace(1) %p, i64 %id
  %own = load i32, ptr addrspace(1) %at
  %before = call spir_func i32 @_Z28sub_group_scan_exclusive_addi(i32 %own)
  store i32 %before, ptr addrspace(1) %at
  ret void
}

; Where groups are known to have one dimension, the id in x is the linear one; a group of 8 leaves nothing.
define spir_kernel void @one_row(ptr addrspace(1) %p) !reqd_work_group_size !0 {
; CHECK-LABEL: define spir_kernel void @one_row(
; CHECK-SAME: !vecz.vectorized [[ROW:![0-9]+]]
  %id = call spir_func i64 @__mux_get_local_id(i32 0)
  %at = getelementptr i32, ptr addrspace(1) %p, i64 %id
  %size = call spir_func i32 @_Z18get_sub_group_sizev()
  %number = call spir_func i32 @_Z16get_sub_group_idv()
  %both = add i32 %size, %number
  store i32 %both, ptr addrspace(1) %at
  ret void
}

; Of three work-items, some lanes of one step.
define spir_kernel void @few(ptr addrspace(1) %p) !reqd_work_group_size !1 {
; CHECK-LABEL: define spir_kernel void @few(
; CHECK-SAME: !vecz.vectorized [[FEW:![0-9]+]]
  %size = call spir_func i32 @_Z18get_sub_group_sizev()
  %y = call spir_func i64 @__mux_get_local_id(i32 1)
  %at = getelementptr i32, ptr addrspace(1) %p, i64 %y
  store i32 %size, ptr addrspace(1) %at
  ret void
}

; Private memory for all lanes would be too much: each work-item is alone, unless the number of lanes is chosen.
define spir_kernel void @large(ptr addrspace(1) %p) {
; CHECK-LABEL: define spir_kernel void @large(
; CHECK-SAME: !vecz.vectorized [[LARGE:![0-9]+]]
; FREE-LABEL: define spir_kernel void @large(
; FREE-SAME: [[ALONE:#[0-9]+]] {
; FREE-NOT: sub_group
; FREE: ret void
  %own = alloca [20000 x i8]
  %id = call spir_func i64 @__mux_get_global_id(i32 0)
  %at = getelementptr i8, ptr %own, i64 %id
  store volatile i8 1, ptr %at
  %x = load i32, ptr addrspace(1) %p
  %sum = call spir_func i32 @_Z20sub_group_reduce_addi(i32 %x)
  store i32 %sum, ptr addrspace(1) %p
  ret void
}

; CHECK-LABEL: define internal spir_func void @sum.vecz.4(
; CHECK: [[ALL:%.*]] = call i32 @llvm.vector.reduce.add.v4i32(<4 x i32> {{.*}})
; CHECK: store i32 [[ALL]], ptr addrspace(1) %p
; CHECK-LABEL: define internal spir_func void @sum.vecz.4.masked(
; CHECK: [[ACTIVE:%.*]] = icmp ult <4 x i32> <i32 0, i32 1, i32 2, i32 3>
; CHECK: select <4 x i1> [[ACTIVE]], <4 x i32> {{.*}}, <4 x i32> zeroinitializer

; CHECK-LABEL: define internal spir_func void @sum_of_floats.vecz.4(
; CHECK: [[SECOND:%.*]] = shufflevector <4 x float> {{.*}}, <4 x i32> <i32 2, i32 3, i32 0, i32 1>
; CHECK: [[TWO:%.*]] = fadd <4 x float> {{.*}}, [[SECOND]]
; CHECK: shufflevector <4 x float> {{.*}}, <4 x i32> <i32 1, i32 0, i32 3, i32 2>
; CHECK: extractelement <4 x float> {{.*}}, i32 0

; CHECK-LABEL: define internal spir_func void @exclusive.vecz.4(
; CHECK: load <4 x i32>
; CHECK: [[OWN:%.*]] = freeze <4 x i32>
; CHECK-COUNT-2: shufflevector
; CHECK: [[UPTO:%.*]] = add <4 x i32>
; CHECK: sub <4 x i32> [[UPTO]], [[OWN]]

; CHECK-LABEL: define internal spir_func void @one_row.vecz.4(
; CHECK: [[ID:%.*]] = call spir_func noundef i64 @__mux_get_local_id(i32 0)
; CHECK-NOT: urem
; CHECK: store <4 x i32>

; CHECK-DAG: attributes [[SIZE]] = { "lanewise-linear-local-ids" "lanewise-sub-group-size"="4" }
; FREE-DAG: attributes [[ALONE]] = { "lanewise-sub-group-size"="1" }
; CHECK-DAG: [[SUM]] = !{ptr @sum.vecz.4, i32 4, i32 0, ptr @sum.vecz.4.masked, i32 4, i32 1}
; CHECK-DAG: [[ROW]] = !{ptr @one_row.vecz.4, i32 4, i32 0}
; CHECK-DAG: [[LARGE]] = !{ptr @large.vecz.4, i32 4, i32 0, ptr @large.vecz.4.masked, i32 4, i32 1}
; CHECK-DAG: [[FEW]] = !{ptr @few.vecz.4.masked, i32 4, i32 1}
!0 = !{i32 8, i32 1, i32 1}
!1 = !{i32 1, i32 3, i32 1}
