; Handles are addresses of descriptors, and words of samplers.
; RUN: muxc --passes=lower-images %s | FileCheck %s

; CHECK-NOT: lanewise.

define spir_kernel void @k(i64 %a, i64 %s) {
; CHECK: [[IMAGE:%.*]] = inttoptr i64 %a to ptr addrspace(2)
  %i = call spir_func target("spirv.Image", void, 1, 0, 0, 0, 0, 0, 0) @lanewise.image_of_handle.ocl_image2d_ro(i64 %a)
; CHECK: [[OTHER:%.*]] = inttoptr i64 %a to ptr addrspace(2)
  %w = call spir_func target("spirv.Image", void, 1, 0, 0, 0, 0, 0, 1) @lanewise.image_of_handle.ocl_image2d_wo(i64 %a)
; CHECK: [[SAMPLER:%.*]] = trunc i64 %s to i32
  %m = call spir_func target("spirv.Sampler") @lanewise.sampler_of_handle.ocl_sampler(i64 %s)
; CHECK: [[TEXEL:%.*]] = call spir_func <4 x float> @__lanewise_read_imagef_2d_float(ptr addrspace(2) [[IMAGE]], i32 [[SAMPLER]], <2 x float> zeroinitializer)
  %t = call spir_func <4 x float> @_Z11read_imagef14ocl_image2d_ro11ocl_samplerDv2_f(target("spirv.Image", void, 1, 0, 0, 0, 0, 0, 0) %i, target("spirv.Sampler") %m, <2 x float> zeroinitializer)
; CHECK: call spir_func void @__lanewise_write_imagef_2d(ptr addrspace(2) [[OTHER]], <2 x i32> zeroinitializer, <4 x float> [[TEXEL]])
  call spir_func void @_Z12write_imagef14ocl_image2d_woDv2_iDv4_f(target("spirv.Image", void, 1, 0, 0, 0, 0, 0, 1) %w, <2 x i32> zeroinitializer, <4 x float> %t)
  ret void
}

declare spir_func target("spirv.Image", void, 1, 0, 0, 0, 0, 0, 0) @lanewise.image_of_handle.ocl_image2d_ro(i64)
declare spir_func target("spirv.Image", void, 1, 0, 0, 0, 0, 0, 1) @lanewise.image_of_handle.ocl_image2d_wo(i64)
declare spir_func target("spirv.Sampler") @lanewise.sampler_of_handle.ocl_sampler(i64)
declare spir_func <4 x float> @_Z11read_imagef14ocl_image2d_ro11ocl_samplerDv2_f(target("spirv.Image", void, 1, 0, 0, 0, 0, 0, 0), target("spirv.Sampler"), <2 x float>)
declare spir_func void @_Z12write_imagef14ocl_image2d_woDv2_iDv4_f(target("spirv.Image", void, 1, 0, 0, 0, 0, 0, 1), <2 x i32>, <4 x float>)
