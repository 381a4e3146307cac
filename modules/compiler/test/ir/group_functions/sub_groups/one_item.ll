; Without vectors, each work-item is a sub-group of its own.
; RUN: env LANEWISE_VECTORIZE=off muxc --passes=define-group-functions,sub-groups %s | FileCheck %s

declare spir_func i32 @_Z20sub_group_reduce_addi(i32)
declare spir_func i32 @_Z28sub_group_scan_exclusive_minj(i32)
declare spir_func i32 @_Z28sub_group_scan_exclusive_mini(i32)
declare spir_func i32 @_Z40sub_group_non_uniform_reduce_logical_andi(i32)
declare spir_func <4 x i32> @_Z16sub_group_balloti(i32)
declare spir_func i32 @_Z28sub_group_ballot_bit_extractDv4_jj(<4 x i32>, i32)
declare spir_func <4 x float> @_Z28intel_sub_group_shuffle_downDv4_fS_j(<4 x float>, <4 x float>, i32)
declare spir_func <2 x i32> @_Z27intel_sub_group_block_read2PU3AS1Kj(ptr addrspace(1))
declare spir_func i32 @_Z16get_sub_group_idv() memory(none)
declare spir_func i32 @_Z18get_num_sub_groupsv() memory(none)
declare spir_func void @_Z17sub_group_barrierj(i32)
declare spir_func void @_Z17sub_group_barrierj12memory_scope(i32, i32)

; A barrier whose scope goes beyond the sub-group orders accesses that others may see.
; CHECK-LABEL: define spir_kernel void @barriers(
; CHECK-NEXT: store i32 1
; CHECK-NEXT: call spir_func void @__mux_mem_barrier(i32 1, i32 8)
; CHECK-NEXT: store i32 2
; CHECK-NEXT: call spir_func void @__mux_mem_barrier(i32 2, i32 8)
; CHECK-NEXT: store i32 3
; CHECK-NEXT: call spir_func void @__mux_mem_barrier(i32 0, i32 8)
; CHECK-NEXT: store i32 4
; CHECK-NEXT: store i32 5
; CHECK-NEXT: ret void
define spir_kernel void @barriers(ptr addrspace(1) %p, i32 %scope) {
  store i32 1, ptr addrspace(1) %p
  call spir_func void @_Z17sub_group_barrierj12memory_scope(i32 2, i32 2)
  store i32 2, ptr addrspace(1) %p
  call spir_func void @_Z17sub_group_barrierj12memory_scope(i32 2, i32 1)
  store i32 3, ptr addrspace(1) %p
  call spir_func void @_Z17sub_group_barrierj12memory_scope(i32 2, i32 %scope)
  store i32 4, ptr addrspace(1) %p
  call spir_func void @_Z17sub_group_barrierj12memory_scope(i32 2, i32 4)
  store i32 5, ptr addrspace(1) %p
  ret void
}

define spir_kernel void @k(ptr addrspace(1) %p, ptr addrspace(1) %q, i32 %x, <4 x i32> %b, <4 x float> %v) {
; CHECK-LABEL: define spir_kernel void @k(
; CHECK-SAME: [[SIZE:#[0-9]+]]
; CHECK-NOT: sub_group
; CHECK: store i32 %x, ptr addrspace(1) %q
; CHECK-NEXT: store i32 -1, ptr addrspace(1) %q
; CHECK-NEXT: store i32 2147483647, ptr addrspace(1) %q
; CHECK: icmp ne i32 %x, 0
; CHECK: insertelement <4 x i32> zeroinitializer, i32 {{.*}}, i64 0
; CHECK: extractelement <4 x i32> %b
; CHECK: [[FAR:%.*]] = icmp ne i32 %x, 0
; CHECK-NEXT: select i1 [[FAR]], <4 x float> %v, <4 x float> zeroinitializer
; CHECK: load <2 x i32>, ptr addrspace(1) %p, align 4
; CHECK: call spir_func i64 @__mux_get_local_id(i32 0)
; CHECK: call spir_func i64 @__mux_get_local_size(i32 0)
; CHECK: ret void
  call spir_func void @_Z17sub_group_barrierj(i32 1)
  %1 = call spir_func i32 @_Z20sub_group_reduce_addi(i32 %x)
  store i32 %1, ptr addrspace(1) %q
  %2 = call spir_func i32 @_Z28sub_group_scan_exclusive_minj(i32 %x)
  store i32 %2, ptr addrspace(1) %q
  %3 = call spir_func i32 @_Z28sub_group_scan_exclusive_mini(i32 %x)
  store i32 %3, ptr addrspace(1) %q
  %4 = call spir_func i32 @_Z40sub_group_non_uniform_reduce_logical_andi(i32 %x)
  store i32 %4, ptr addrspace(1) %q
  %5 = call spir_func <4 x i32> @_Z16sub_group_balloti(i32 %x)
  store <4 x i32> %5, ptr addrspace(1) %q
  %6 = call spir_func i32 @_Z28sub_group_ballot_bit_extractDv4_jj(<4 x i32> %b, i32 %x)
  store i32 %6, ptr addrspace(1) %q
  %7 = call spir_func <4 x float> @_Z28intel_sub_group_shuffle_downDv4_fS_j(<4 x float> zeroinitializer, <4 x float> %v, i32 %x)
  store <4 x float> %7, ptr addrspace(1) %q
  %8 = call spir_func <2 x i32> @_Z27intel_sub_group_block_read2PU3AS1Kj(ptr addrspace(1) %p)
  store <2 x i32> %8, ptr addrspace(1) %q
  %9 = call spir_func i32 @_Z16get_sub_group_idv()
  store i32 %9, ptr addrspace(1) %q
  %10 = call spir_func i32 @_Z18get_num_sub_groupsv()
  store i32 %10, ptr addrspace(1) %q
  ret void
}

; CHECK: attributes [[SIZE]] = { "lanewise-sub-group-size"="1" }
