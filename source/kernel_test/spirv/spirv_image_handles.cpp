// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Images and samplers that kernels make of numbers (SPV_INTEL_bindless_images with
// cl_lanewise_image_handle): numbers that come as arguments, and that are read from memory.
#include "images/image_test.h"

#include <CL/cl_lanewise.h>
#include <numeric>

namespace {

class SpirvImageHandles : public ImageTest {
protected:
  void SetUp() override {
    ImageTest::SetUp();
    cl_bool has_handles = CL_FALSE;
    EXPECT_EQ(clGetDeviceInfo(device, CL_DEVICE_IMAGE_HANDLE_SUPPORT_LANEWISE, sizeof has_handles,
                              &has_handles, nullptr),
              CL_SUCCESS);
    if (!has_handles) {
      GTEST_SKIP() << "the device's images have no handles";
    }
  }
  static cl_ulong handle_of(const Image& image) {
    cl_ulong handle = 0;
    EXPECT_EQ(
        clGetImageInfo(image.get(), CL_IMAGE_HANDLE_LANEWISE, sizeof handle, &handle, nullptr),
        CL_SUCCESS);
    return handle;
  }
  static cl_ulong handle_of(const Sampler& sampler) {
    cl_ulong handle = 0;
    EXPECT_EQ(clGetSamplerInfo(sampler.get(), CL_SAMPLER_HANDLE_LANEWISE, sizeof handle, &handle,
                               nullptr),
              CL_SUCCESS);
    return handle;
  }
};
INSTANTIATE_TEST_SUITE_P(All, SpirvImageHandles,
                         ::testing::Values(Variant::optimised, Variant::not_optimised,
                                           Variant::from_binary, Variant::scalar, Variant::by_4,
                                           Variant::by_16, Variant::specialized,
                                           Variant::quick_form),
                         variant_name);

/// Numbers stand for what the packaged assembler does not know.
constexpr const char* beginning = R"(
OpCapability Addresses
OpCapability Kernel
OpCapability Int64
OpCapability ImageReadWrite
OpCapability !6528
OpExtension "SPV_INTEL_bindless_images"
OpMemoryModel Physical64 OpenCL
OpEntryPoint Kernel %k "k" %global_id
OpDecorate %global_id BuiltIn GlobalInvocationId
%void = OpTypeVoid
%uint = OpTypeInt 32 0
%uint2 = OpTypeVector %uint 2
%uint4 = OpTypeVector %uint 4
%ulong = OpTypeInt 64 0
%ulong3 = OpTypeVector %ulong 3
%float = OpTypeFloat 32
%float2 = OpTypeVector %float 2
%float4 = OpTypeVector %float 4
%image = OpTypeImage %void 2D 0 0 0 0 Unknown ReadWrite
%read_only = OpTypeImage %void 2D 0 0 0 0 Unknown ReadOnly
%sampler = OpTypeSampler
%sampled = OpTypeSampledImage %read_only
%ids = OpTypePointer Input %ulong3
%numbers = OpTypePointer CrossWorkgroup %ulong
%texels = OpTypePointer CrossWorkgroup %float4
%global_id = OpVariable %ids Input
%one = OpConstant %uint 1
%two = OpConstant %ulong 2
%zero = OpConstant %float 0
%quarter = OpConstant %float 0.25
)";

/// Each texel of the one image plus 1 goes to the other; texels are unsigned.
TEST_P(SpirvImageHandles, ComeAsArguments) {
  build_assembly(std::string(beginning) + R"(
%ones = OpConstantComposite %uint4 %one %one %one %one
%signature = OpTypeFunction %void %ulong %ulong
%k = OpFunction %void None %signature
%from = OpFunctionParameter %ulong
%to = OpFunctionParameter %ulong
%begin = OpLabel
%id = OpLoad %ulong3 %global_id
%wide_x = OpCompositeExtract %ulong %id 0
%wide_y = OpCompositeExtract %ulong %id 1
%x = OpUConvert %uint %wide_x
%y = OpUConvert %uint %wide_y
%at = OpCompositeConstruct %uint2 %x %y
%source_number = OpCopyObject %ulong %from
!0x00041981 %image %source %source_number
%target_number = OpCopyObject %ulong %to
!0x00041981 %image %target %target_number
%old = OpImageRead %uint4 %source %at
%new = OpIAdd %uint4 %old %ones
OpImageWrite %target %at %new
OpReturn
OpFunctionEnd
)");
  constexpr size_t width = 19, height = 3;
  std::vector<cl_uchar> texels(width * height * 4);
  std::iota(texels.begin(), texels.end(), cl_uchar(0));
  const std::vector<cl_uchar> nothing(texels.size());
  const cl_image_format format = {CL_RGBA, CL_UNSIGNED_INT8};
  const Image from = make_image(CL_MEM_OBJECT_IMAGE2D, format, {width, height}, texels.data());
  const Image to = make_image(CL_MEM_OBJECT_IMAGE2D, format, {width, height}, nothing.data());
  run({{width, height}, {}, {}}, handle_of(from), handle_of(to));
  for (cl_uchar& channel : texels) {
    channel = cl_uchar(channel == 255 ? 255 : channel + 1); // writes saturate
  }
  EXPECT_EQ(contents<cl_uchar>(to.get(), {width, height, 1}), texels);
}

/// The memory has the image's number and then the sampler's, for each work-item its own.
TEST_P(SpirvImageHandles, ComeFromMemory) {
  build_assembly(std::string(beginning) + R"(
%signature = OpTypeFunction %void %numbers %texels
%k = OpFunction %void None %signature
%handles = OpFunctionParameter %numbers
%out = OpFunctionParameter %texels
%begin = OpLabel
%id = OpLoad %ulong3 %global_id
%n = OpCompositeExtract %ulong %id 0
%first = OpIMul %ulong %n %two
%image_place = OpInBoundsPtrAccessChain %numbers %handles %first
%image_number = OpLoad %ulong %image_place Aligned 8
%wide_one = OpUConvert %ulong %one
%second = OpIAdd %ulong %first %wide_one
%sampler_place = OpInBoundsPtrAccessChain %numbers %handles %second
%sampler_number = OpLoad %ulong %sampler_place Aligned 8
%position = OpConvertUToF %float %n
%x = OpFMul %float %position %quarter
%at = OpCompositeConstruct %float2 %x %zero
%image_copy = OpCopyObject %ulong %image_number
!0x00041981 %read_only %source %image_copy
%sampler_copy = OpCopyObject %ulong %sampler_number
!0x00041982 %sampler %with %sampler_copy
%both = OpSampledImage %sampled %source %with
%texel = OpImageSampleExplicitLod %float4 %both %at Lod %zero
%place = OpInBoundsPtrAccessChain %texels %out %n
OpStore %place %texel Aligned 16
OpReturn
OpFunctionEnd
)");
  const cl_image_format format = {CL_R, CL_FLOAT};
  std::vector<Image> images;
  for (const float base : {10.0F, 20.0F}) {
    const float texels[] = {base, base + 1, base + 2, base + 3};
    images.push_back(make_image(CL_MEM_OBJECT_IMAGE2D, format, {4, 1}, texels));
  }
  const Sampler samplers[] = {make_sampler(CL_FALSE, CL_ADDRESS_CLAMP_TO_EDGE, CL_FILTER_NEAREST),
                              make_sampler(CL_TRUE, CL_ADDRESS_REPEAT, CL_FILTER_NEAREST)};
  constexpr size_t count = 24;
  std::vector<cl_ulong> handles;
  std::vector<float> expected;
  for (size_t n = 0; n < count; ++n) {
    const size_t which = n % 2, how = n / 3 % 2;
    handles.push_back(handle_of(images[which]));
    handles.push_back(handle_of(samplers[how]));
    const size_t texel = how == 0 ? std::min<size_t>(n / 4, 3) : n % 4;
    expected.insert(expected.end(), {float(10 + 10 * which + texel), 0, 0, 1});
  }
  std::vector<float> out(count * 4);
  run({{count}, {8}, {}}, handles, out);
  EXPECT_EQ(out, expected);
}

} // namespace
