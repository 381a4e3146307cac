; Each work-item is a sub-group of its own.
; RUN: muxc --passes=define-group-functions %s | FileCheck %s

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
; Names with types that they cannot have, and functions of the program, stay.
declare spir_func float @_Z16sub_group_ballotf(float)
declare spir_func i32 @_Z13sub_group_alli(i32)

; CHECK: define internal spir_func i32 @_Z20sub_group_reduce_addi(i32 [[X:%.*]]) [[ATTRIBUTES:#[0-9]+]]
; CHECK-NEXT: ret i32 [[X]]
; CHECK: define internal spir_func i32 @_Z28sub_group_scan_exclusive_minj
; CHECK-NEXT: ret i32 -1
; CHECK: define internal spir_func i32 @_Z28sub_group_scan_exclusive_mini
; CHECK-NEXT: ret i32 2147483647
; CHECK: define internal spir_func i32 @_Z40sub_group_non_uniform_reduce_logical_andi(i32 [[X:%.*]])
; CHECK-NEXT: icmp ne i32 [[X]], 0
; CHECK-NEXT: zext i1
; CHECK: define internal spir_func <4 x i32> @_Z16sub_group_balloti(i32 [[X:%.*]])
; CHECK-NEXT: [[IS:%.*]] = icmp ne i32 [[X]], 0
; CHECK-NEXT: [[BIT:%.*]] = zext i1 [[IS]] to i32
; CHECK-NEXT: insertelement <4 x i32> zeroinitializer, i32 [[BIT]], i64 0
; CHECK: define internal spir_func i32 @_Z28sub_group_ballot_bit_extractDv4_jj
; CHECK: extractelement <4 x i32>
; CHECK: define internal spir_func <4 x float> @_Z28intel_sub_group_shuffle_downDv4_fS_j(<4 x float> [[A:%.*]], <4 x float> [[B:%.*]], i32 [[D:%.*]])
; CHECK-NEXT: [[FAR:%.*]] = icmp ne i32 [[D]], 0
; CHECK-NEXT: select i1 [[FAR]], <4 x float> [[B]], <4 x float> [[A]]
; CHECK: define internal spir_func <2 x i32> @_Z27intel_sub_group_block_read2PU3AS1Kj
; CHECK-NEXT: load <2 x i32>, ptr addrspace(1) {{.*}}, align 4
; CHECK: define internal spir_func i32 @_Z16get_sub_group_idv
; CHECK: call spir_func i64 @__mux_get_local_id(i32 0)
; CHECK: define internal spir_func i32 @_Z18get_num_sub_groupsv
; CHECK: call spir_func i64 @__mux_get_local_size(i32 0)
; CHECK: declare spir_func float @_Z16sub_group_ballotf
; CHECK: attributes [[ATTRIBUTES]] = { alwaysinline }

define spir_kernel void @k(ptr addrspace(1) %p, i32 %x, <4 x i32> %b, <4 x float> %v) {
  %1 = call spir_func i32 @_Z20sub_group_reduce_addi(i32 %x)
  %2 = call spir_func i32 @_Z28sub_group_scan_exclusive_minj(i32 %x)
  %3 = call spir_func i32 @_Z28sub_group_scan_exclusive_mini(i32 %x)
  %4 = call spir_func i32 @_Z40sub_group_non_uniform_reduce_logical_andi(i32 %x)
  %5 = call spir_func <4 x i32> @_Z16sub_group_balloti(i32 %x)
  %6 = call spir_func i32 @_Z28sub_group_ballot_bit_extractDv4_jj(<4 x i32> %b, i32 %x)
  %7 = call spir_func <4 x float> @_Z28intel_sub_group_shuffle_downDv4_fS_j(<4 x float> %v, <4 x float> %v, i32 %x)
  %8 = call spir_func <2 x i32> @_Z27intel_sub_group_block_read2PU3AS1Kj(ptr addrspace(1) %p)
  %9 = call spir_func i32 @_Z16get_sub_group_idv()
  %10 = call spir_func i32 @_Z18get_num_sub_groupsv()
  %11 = call spir_func float @_Z16sub_group_ballotf(float 1.0)
  ret void
}
