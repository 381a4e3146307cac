; Reads and writes of images by handles become instructions of SPIR-V on images of as many dimensions
; as the number says, in several functions; the kernels require images of a device.
; RUN: clang-sycl-linker --only=images %s -o - | FileCheck %s
; RUN: clang-sycl-linker --only=requirements %s -o - | FileCheck %s --check-prefix=ASPECTS
; RUN: clang-sycl-linker --dump=spirv %s -o %t.spv && spirv-ll %t.spv | FileCheck %s --check-prefix=SPIRV
target triple = "spirv64-unknown-unknown"

declare spir_func <4 x float> @__lanewise_sycl_image_read_f(i64, i32, <4 x i32>)
declare spir_func <4 x i32> @__lanewise_sycl_image_sample_ui(i64, i64, i32, <4 x float>)
declare spir_func <4 x half> @__lanewise_sycl_image_sample_h(i64, i64, i32, <4 x float>)
declare spir_func void @__lanewise_sycl_image_write_f(i64, i32, <4 x i32>, <4 x float>)
declare spir_func void @__lanewise_sycl_image_write_i(i64, i32, <4 x i32>, <4 x i32>)

; CHECK-LABEL: define spir_kernel void @reads
; CHECK: [[IMAGE:%.*]] = call spir_func target("spirv.Image", void, 1, 0, 0, 0, 0, 0, 2) @lanewise.sycl.image_of_handle.read_write2d(i64 %a)
; CHECK: [[AT:%.*]] = shufflevector <4 x i32> %at, <4 x i32> poison, <2 x i32> <i32 0, i32 1>
; CHECK: [[TEXEL:%.*]] = call spir_func <4 x float> @_Z{{[0-9]+}}__spirv_ImageRead3f2d(target("spirv.Image", void, 1, 0, 0, 0, 0, 0, 2) [[IMAGE]], <2 x i32> [[AT]])
; CHECK: [[LINE:%.*]] = call spir_func target("spirv.Image", void, 0, 0, 0, 0, 0, 0, 2)
; CHECK: [[X:%.*]] = extractelement <4 x i32> %at, i64 0
; CHECK: call spir_func void @_Z{{[0-9]+}}__spirv_ImageWrite3f1d(target("spirv.Image", void, 0, 0, 0, 0, 0, 0, 2) [[LINE]], i32 [[X]], <4 x float> [[TEXEL]])
; CHECK: call spir_func void @_Z{{[0-9]+}}__spirv_ImageWrite3i3d({{.*}}, <4 x i32> %at, <4 x i32> %at)
; ASPECTS: define spir_kernel void @reads({{.*}}) [[IMAGES:#[0-9]+]]
; SPIRV-LABEL: define spir_kernel void @reads
; SPIRV: @lanewise.image_of_handle.ocl_image2d_rw(i64 %
; SPIRV: @_Z11read_imagef14ocl_image2d_rwDv2_i
; SPIRV: @_Z12write_imagef14ocl_image1d_rwiDv4_f
; SPIRV: @_Z12write_imagei14ocl_image3d_rwDv4_iS0_
define spir_kernel void @reads(i64 %a, <4 x i32> %at) {
  %t = call spir_func <4 x float> @__lanewise_sycl_image_read_f(i64 %a, i32 2, <4 x i32> %at)
  call spir_func void @__lanewise_sycl_image_write_f(i64 %a, i32 1, <4 x i32> %at, <4 x float> %t)
  call spir_func void @__lanewise_sycl_image_write_i(i64 %a, i32 3, <4 x i32> %at, <4 x i32> %at)
  ret void
}

; CHECK-LABEL: define spir_kernel void @samples
; CHECK: [[DEEP:%.*]] = call spir_func target("spirv.Image", void, 2, 0, 0, 0, 0, 0, 0)
; CHECK: [[SAMPLER:%.*]] = call spir_func target("spirv.Sampler") @lanewise.sycl.sampler_of_handle.any(i64 %s)
; CHECK: [[BOTH:%.*]] = call spir_func target("spirv.SampledImage", void, 2, 0, 0, 0, 0, 0, 0) @_Z{{[0-9]+}}__spirv_SampledImage7image3d({{.*}} [[DEEP]], target("spirv.Sampler") [[SAMPLER]])
; CHECK: call spir_func <4 x i32> @_Z{{[0-9]+}}__spirv_ImageSampleExplicitLod4ui3d({{.*}} [[BOTH]], <4 x float> %at, i32 2, float 0.000000e+00)
; ASPECTS: define spir_kernel void @samples({{.*}}) [[HALVES:#[0-9]+]]
; SPIRV-LABEL: define spir_kernel void @samples
; SPIRV: @lanewise.sampler_of_handle.ocl_sampler(i64 %
; SPIRV: @_Z11read_imagei14ocl_image3d_ro11ocl_samplerDv4_f
; SPIRV: @_Z11read_imageh14ocl_image1d_ro11ocl_samplerf
define spir_kernel void @samples(i64 %a, i64 %s, <4 x float> %at, ptr addrspace(1) %to) {
  %t = call spir_func <4 x i32> @__lanewise_sycl_image_sample_ui(i64 %a, i64 %s, i32 3, <4 x float> %at)
  %h = call spir_func <4 x half> @__lanewise_sycl_image_sample_h(i64 %a, i64 %s, i32 1, <4 x float> %at)
  store <4 x i32> %t, ptr addrspace(1) %to
  store <4 x half> %h, ptr addrspace(1) %to
  ret void
}
; CHECK-NOT: __lanewise_sycl_image
; ASPECTS-DAG: attributes [[IMAGES]] = { "lanewise-sycl-aspects"="9" }
; ASPECTS-DAG: attributes [[HALVES]] = { "lanewise-sycl-aspects"="6,9" }
; SPIRV-NOT: lanewise.sycl.
