; Functions of sub-groups wait for the pass sub-groups: what depends on which work-items are active stays
; where it is, the place of a work-item in its sub-group is a fact.
; RUN: muxc --passes=define-group-functions %s | FileCheck %s

declare spir_func i32 @_Z20sub_group_reduce_addi(i32) memory(none)
declare spir_func i32 @_Z18get_num_sub_groupsv()
declare spir_func <4 x i32> @_Z21get_sub_group_lt_maskv()
declare spir_func void @_Z17sub_group_barrierj(i32)
declare spir_func <2 x i32> @_Z27intel_sub_group_block_read2PU3AS1Kj(ptr addrspace(1))
; Names with types that they cannot have, and functions of the program, stay as they are.
declare spir_func float @_Z16sub_group_ballotf(float)

; CHECK: declare spir_func i32 @_Z20sub_group_reduce_addi(i32) [[LANES:#[0-9]+]]
; CHECK: declare spir_func i32 @_Z18get_num_sub_groupsv() [[FACT:#[0-9]+]]
; CHECK: declare spir_func <4 x i32> @_Z21get_sub_group_lt_maskv() [[FACT]]
; CHECK: declare spir_func void @_Z17sub_group_barrierj(i32) [[MEMORY:#[0-9]+]]
; CHECK: declare spir_func <2 x i32> @_Z27intel_sub_group_block_read2PU3AS1Kj(ptr addrspace(1)) [[MEMORY]]
; CHECK: declare spir_func float @_Z16sub_group_ballotf(float){{$}}

define spir_kernel void @k(ptr addrspace(1) %p, i32 %x) {
; CHECK-LABEL: @k(
; CHECK: call spir_func i32 @_Z20sub_group_reduce_addi(i32 %x) [[LANES]]
  %1 = call spir_func i32 @_Z20sub_group_reduce_addi(i32 %x) memory(none)
  %2 = call spir_func i32 @_Z18get_num_sub_groupsv()
  %mask = call spir_func <4 x i32> @_Z21get_sub_group_lt_maskv()
  call spir_func void @_Z17sub_group_barrierj(i32 1)
  %3 = call spir_func <2 x i32> @_Z27intel_sub_group_block_read2PU3AS1Kj(ptr addrspace(1) %p)
  %4 = call spir_func float @_Z16sub_group_ballotf(float 1.0)
  ret void
}

; CHECK-DAG: attributes [[LANES]] = { convergent nomerge nounwind willreturn memory(inaccessiblemem: readwrite) }
; CHECK-DAG: attributes [[FACT]] = { nounwind willreturn memory(none) }
; CHECK-DAG: attributes [[MEMORY]] = { convergent nomerge nounwind willreturn }
