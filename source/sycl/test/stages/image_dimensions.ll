; The number of dimensions has to be a constant.
; RUN: not clang-sycl-linker --dump=spirv %s -o %t.spv 2>&1 | FileCheck %s
; CHECK: error: an image is read or written with a number of dimensions that is no constant in {{.*}}image_dimensions.ll
target triple = "spirv64-unknown-unknown"

declare spir_func void @__lanewise_sycl_image_write_f(i64, i32, <4 x i32>, <4 x float>)

define spir_kernel void @k(i64 %image, i32 %dimensions, <4 x i32> %at) {
  call spir_func void @__lanewise_sycl_image_write_f(i64 %image, i32 %dimensions, <4 x i32> %at, <4 x float> zeroinitializer)
  ret void
}
