; Functions with the names of block reads and writes, but parameters or values that these cannot have, stay as they are.
; RUN: muxc --passes=define-image-blocks %s | FileCheck %s

; CHECK-NOT: {{^}}define
; CHECK: declare spir_func i32 @_Z26intel_sub_group_block_read14ocl_image2d_ro(
declare spir_func i32 @_Z26intel_sub_group_block_read14ocl_image2d_ro(target("spirv.Image", void, 1, 0, 0, 0, 0, 0, 0))
; CHECK: declare spir_func i32 @_Z26intel_sub_group_block_readPU3AS1KjDv2_i(
declare spir_func i32 @_Z26intel_sub_group_block_readPU3AS1KjDv2_i(ptr addrspace(1), <2 x i32>)
; CHECK: declare spir_func i32 @_Z27intel_sub_group_block_write14ocl_image2d_woDv2_ij(
declare spir_func i32 @_Z27intel_sub_group_block_write14ocl_image2d_woDv2_ij(target("spirv.Image", void, 1, 0, 0, 0, 0, 0, 1), <2 x i32>, i32)
; CHECK: declare spir_func double @_Z26intel_sub_group_block_read14ocl_image2d_roDv2_i(
declare spir_func double @_Z26intel_sub_group_block_read14ocl_image2d_roDv2_i(target("spirv.Image", void, 1, 0, 0, 0, 0, 0, 0), <2 x i32>)
; CHECK: declare spir_func i32 @_Z26intel_sub_group_block_read14ocl_image2d_roDv2_f(
declare spir_func i32 @_Z26intel_sub_group_block_read14ocl_image2d_roDv2_f(target("spirv.Image", void, 1, 0, 0, 0, 0, 0, 0), <2 x i32>)
; CHECK-NOT: {{^}}define
