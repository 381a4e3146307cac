; A work-item's element is behind that of the one before; components of a vector are rows. Other
; functions of such names stay.
; RUN: muxc --passes=define-image-blocks %s | FileCheck %s
; RUN: muxc --passes=define-image-blocks,define-group-functions,lower-images %s | FileCheck --check-prefix=LOWERED %s

; CHECK-LABEL: define internal spir_func <2 x i16> @_Z30intel_sub_group_block_read_us214ocl_image2d_roDv2_i(
; CHECK-SAME: [[I:%.*]], <2 x i32> [[AT:%.*]]) [[ATTRIBUTES:#[0-9]+]]
; CHECK: [[ITEM:%.*]] = call spir_func i32 @_Z22get_sub_group_local_idv()
; CHECK-NEXT: [[BYTES:%.*]] = mul i32 [[ITEM]], 2
; CHECK-NEXT: [[X:%.*]] = add i32 {{.*}}, [[BYTES]]
; CHECK: [[FIRST:%.*]] = call spir_func i16 @_Z18image_block_read1614ocl_image2d_roDv2_i(
; CHECK: add i32 {{.*}}, 1
; CHECK: [[SECOND:%.*]] = call spir_func i16 @_Z18image_block_read1614ocl_image2d_roDv2_i(
; CHECK: insertelement <2 x i16> {{.*}}, i16 [[SECOND]], i64 1
; CHECK-LABEL: define internal spir_func void @_Z27intel_sub_group_block_write14ocl_image2d_woDv2_ij(
; CHECK: call spir_func void @_Z19image_block_write3214ocl_image2d_woDv2_ij(
; CHECK: declare spir_func i32 @_Z27intel_sub_group_block_read714ocl_image3d_roDv4_i(
; CHECK: attributes [[ATTRIBUTES]] = { alwaysinline }

; LOWERED: call spir_func i16 @__lanewise_image_block_read16_2d(ptr addrspace(2)
; LOWERED: call spir_func void @__lanewise_image_block_write32_2d(ptr addrspace(2)

declare spir_func <2 x i16> @_Z30intel_sub_group_block_read_us214ocl_image2d_roDv2_i(target("spirv.Image", void, 1, 0, 0, 0, 0, 0, 0), <2 x i32>) memory(read)
declare spir_func void @_Z27intel_sub_group_block_write14ocl_image2d_woDv2_ij(target("spirv.Image", void, 1, 0, 0, 0, 0, 0, 1), <2 x i32>, i32)
declare spir_func i32 @_Z27intel_sub_group_block_read714ocl_image3d_roDv4_i(target("spirv.Image", void, 2, 0, 0, 0, 0, 0, 0), <4 x i32>)

define spir_kernel void @k(target("spirv.Image", void, 1, 0, 0, 0, 0, 0, 0) %i, target("spirv.Image", void, 1, 0, 0, 0, 0, 0, 1) %o, target("spirv.Image", void, 2, 0, 0, 0, 0, 0, 0) %deep, ptr addrspace(1) %p, <2 x i32> %at) {
  %a = call spir_func <2 x i16> @_Z30intel_sub_group_block_read_us214ocl_image2d_roDv2_i(target("spirv.Image", void, 1, 0, 0, 0, 0, 0, 0) %i, <2 x i32> %at)
  store <2 x i16> %a, ptr addrspace(1) %p
  %b = call spir_func i32 @_Z27intel_sub_group_block_read714ocl_image3d_roDv4_i(target("spirv.Image", void, 2, 0, 0, 0, 0, 0, 0) %deep, <4 x i32> zeroinitializer)
  call spir_func void @_Z27intel_sub_group_block_write14ocl_image2d_woDv2_ij(target("spirv.Image", void, 1, 0, 0, 0, 0, 0, 1) %o, <2 x i32> %at, i32 %b)
  ret void
}
