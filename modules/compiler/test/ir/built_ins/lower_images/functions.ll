; Image functions get libimg's names, images the addresses of descriptors, samplers words; kernels'
; images are marked as readable.
; RUN: muxc --passes=lower-images %s | FileCheck %s

; CHECK-NOT: target("spirv
; CHECK-NOT: __translate_sampler_initializer

define spir_func <4 x float> @through(target("spirv.Image", void, 1, 0, 0, 0, 0, 0, 0) %i, target("spirv.Sampler") %s, <2 x i32> %c) {
; CHECK-LABEL: define spir_func <4 x float> @through(ptr addrspace(2) %i, i32 %s, <2 x i32> %c)
  %i.addr = alloca target("spirv.Image", void, 1, 0, 0, 0, 0, 0, 0), align 8
  store target("spirv.Image", void, 1, 0, 0, 0, 0, 0, 0) %i, ptr %i.addr, align 8
; CHECK: alloca ptr addrspace(2)
  %loaded = load target("spirv.Image", void, 1, 0, 0, 0, 0, 0, 0), ptr %i.addr, align 8
; CHECK: call spir_func <4 x float> @__lanewise_read_imagef_2d_int(ptr addrspace(2) %loaded, i32 %s, <2 x i32> %c)
  %r = call spir_func <4 x float> @_Z11read_imagef14ocl_image2d_ro11ocl_samplerDv2_i(target("spirv.Image", void, 1, 0, 0, 0, 0, 0, 0) %loaded, target("spirv.Sampler") %s, <2 x i32> %c)
  ret <4 x float> %r
}

define spir_kernel void @k(target("spirv.Image", void, 1, 0, 0, 0, 0, 0, 0) %a, target("spirv.Image", void, 2, 0, 0, 0, 0, 0, 1) %b) {
; CHECK-LABEL: define spir_kernel void @k(
; CHECK-SAME: ptr addrspace(2) noundef readonly align 8 dereferenceable(72) %a
; CHECK-SAME: ptr addrspace(2) noundef readonly align 8 dereferenceable(72) %b
  %s = call spir_func target("spirv.Sampler") @__translate_sampler_initializer(i32 20)
; CHECK: call spir_func <4 x float> @through(ptr addrspace(2) %a, i32 20, <2 x i32> zeroinitializer)
  %r = call spir_func <4 x float> @through(target("spirv.Image", void, 1, 0, 0, 0, 0, 0, 0) %a, target("spirv.Sampler") %s, <2 x i32> zeroinitializer)
; CHECK: call spir_func void @__lanewise_write_imagef_3d(ptr addrspace(2) %b, <4 x i32> zeroinitializer, <4 x float> %r)
  call spir_func void @_Z12write_imagef14ocl_image3d_woDv4_iDv4_f(target("spirv.Image", void, 2, 0, 0, 0, 0, 0, 1) %b, <4 x i32> zeroinitializer, <4 x float> %r)
; CHECK: call spir_func i64 @__lanewise_get_image_array_size_2d_array
  %layers = call spir_func i64 @_Z20get_image_array_size20ocl_image2d_array_ro(target("spirv.Image", void, 1, 0, 1, 0, 0, 0, 0) poison)
  ret void
}

declare spir_func <4 x float> @_Z11read_imagef14ocl_image2d_ro11ocl_samplerDv2_i(target("spirv.Image", void, 1, 0, 0, 0, 0, 0, 0), target("spirv.Sampler"), <2 x i32>)
declare spir_func void @_Z12write_imagef14ocl_image3d_woDv4_iDv4_f(target("spirv.Image", void, 2, 0, 0, 0, 0, 0, 1), <4 x i32>, <4 x float>)
declare spir_func i64 @_Z20get_image_array_size20ocl_image2d_array_ro(target("spirv.Image", void, 1, 0, 1, 0, 0, 0, 0))
declare spir_func target("spirv.Sampler") @__translate_sampler_initializer(i32)
; Reads with a level of detail or gradients, writes to a level.
; CHECK-DAG: declare {{.*}} @__lanewise_read_imagef_2d_float_lod(
declare spir_func <4 x float> @_Z11read_imagef14ocl_image2d_ro11ocl_samplerDv2_ff(target("spirv.Image", void, 1, 0, 0, 0, 0, 0, 0), target("spirv.Sampler"), <2 x float>, float)
; Reads without a sampler are others where the image may be a texture.
; CHECK-DAG: declare {{.*}} @__lanewise_read_imagef_2d_only(
declare spir_func <4 x float> @_Z11read_imagef14ocl_image2d_roDv2_i(target("spirv.Image", void, 1, 0, 0, 0, 0, 0, 0), <2 x i32>)
; CHECK-DAG: declare {{.*}} @__lanewise_read_imagef_2d(
declare spir_func <4 x float> @_Z11read_imagef14ocl_image2d_rwDv2_i(target("spirv.Image", void, 1, 0, 0, 0, 0, 0, 2), <2 x i32>)
; CHECK-DAG: declare {{.*}} @__lanewise_read_imagei_3d(
declare spir_func <4 x i32> @_Z11read_imagei14ocl_image3d_roDv4_i(target("spirv.Image", void, 2, 0, 0, 0, 0, 0, 0), <4 x i32>)
; CHECK-DAG: declare {{.*}} @__lanewise_read_imagef_1d_float_gradients(
declare spir_func <4 x float> @_Z11read_imagef14ocl_image1d_ro11ocl_samplerfff(target("spirv.Image", void, 0, 0, 0, 0, 0, 0, 0), target("spirv.Sampler"), float, float, float)
; CHECK-DAG: declare {{.*}} @__lanewise_read_imagei_2d_array_float_gradients(
declare spir_func <4 x i32> @_Z11read_imagei20ocl_image2d_array_ro11ocl_samplerDv4_fDv2_fS2_(target("spirv.Image", void, 1, 0, 1, 0, 0, 0, 0), target("spirv.Sampler"), <4 x float>, <2 x float>, <2 x float>)
; CHECK-DAG: declare {{.*}} @__lanewise_write_imagef_2d_lod(
declare spir_func void @_Z12write_imagef14ocl_image2d_woDv2_iiDv4_f(target("spirv.Image", void, 1, 0, 0, 0, 0, 0, 1), <2 x i32>, i32, <4 x float>)
; CHECK-DAG: declare {{.*}} @__lanewise_get_image_num_mip_levels_2d(
declare spir_func i32 @_Z24get_image_num_mip_levels14ocl_image2d_ro(target("spirv.Image", void, 1, 0, 0, 0, 0, 0, 0))
; A function that is no image function keeps its name: a level of detail with whole coordinates.
; CHECK-DAG: declare {{.*}} @_Z11read_imagef14ocl_image2d_ro11ocl_samplerDv2_if(
declare spir_func <4 x float> @_Z11read_imagef14ocl_image2d_ro11ocl_samplerDv2_if(target("spirv.Image", void, 1, 0, 0, 0, 0, 0, 0), target("spirv.Sampler"), <2 x i32>, float)
