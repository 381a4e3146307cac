// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Mipmaps (cl_khr_mipmap_image, cl_khr_mipmap_image_writes): reads of levels and between them, by
// number and by gradients, and writes to levels.
#include "images/image_test.h"

#include <CL/cl_ext.h>
#include <algorithm>
#include <cmath>
#include <cstring>

namespace {

constexpr char version[] = "-cl-std=CL3.0";
constexpr cl_image_format one_float = {CL_R, CL_FLOAT};

class ImageMipmaps : public ImageTest {
protected:
  void SetUp() override {
    ImageTest::SetUp();
    if (!has_extension("cl_khr_mipmap_image")) {
      GTEST_SKIP() << "the device has no mipmaps";
    }
  }

protected:
  Image make_mipmap(cl_mem_object_type type, const Size& size, cl_uint levels,
                    cl_image_format format = one_float) {
    cl_image_desc description = {};
    description.image_type = type;
    description.image_width = size.width;
    description.image_height = size.height;
    description.image_depth = size.depth;
    description.image_array_size = size.layers;
    description.num_mip_levels = levels;
    cl_int error = -1;
    cl_mem image = clCreateImage(context, 0, &format, &description, nullptr, &error);
    EXPECT_EQ(error, CL_SUCCESS);
    return Image(image, clReleaseMemObject);
  }
  /// Fills a level: its texels count from 1000 times its number.
  void fill(cl_mem image, size_t level_at, size_t level, const size_t (&region)[3]) {
    std::vector<float> texels(region[0] * region[1] * region[2]);
    for (size_t i = 0; i < texels.size(); ++i) {
      texels[i] = float(1000 * level + i);
    }
    size_t origin[4] = {};
    origin[level_at] = level;
    EXPECT_EQ(clEnqueueWriteImage(queue, image, CL_TRUE, origin, region, 0, 0, texels.data(), 0,
                                  nullptr, nullptr),
              CL_SUCCESS);
  }
  Sampler make_level_sampler(cl_filter_mode filter, cl_filter_mode mip_filter, float least,
                             float most) {
    cl_uint bits[2];
    std::memcpy(bits, &least, 4);
    std::memcpy(bits + 1, &most, 4);
    const cl_sampler_properties list[] = {CL_SAMPLER_ADDRESSING_MODE,
                                          CL_ADDRESS_CLAMP_TO_EDGE,
                                          CL_SAMPLER_FILTER_MODE,
                                          filter,
                                          CL_SAMPLER_MIP_FILTER_MODE_KHR,
                                          mip_filter,
                                          CL_SAMPLER_LOD_MIN_KHR,
                                          bits[0],
                                          CL_SAMPLER_LOD_MAX_KHR,
                                          bits[1],
                                          0};
    cl_int error = -1;
    cl_sampler sampler = clCreateSamplerWithProperties(context, list, &error);
    EXPECT_EQ(error, CL_SUCCESS);
    return Sampler(sampler, clReleaseSampler);
  }
};
SOURCE_VARIANTS(ImageMipmaps);

TEST_P(ImageMipmaps, EveryShape) {
  struct Shape {
    const char* type;
    const char* coordinates;
    const char* gradient; ///< its type
    cl_mem_object_type object;
    Size size;
    size_t regions[3][3];
    size_t level_at;
  };
  for (const Shape& shape : {Shape{"image1d_t",
                                   "0.99f",
                                   "float",
                                   CL_MEM_OBJECT_IMAGE1D,
                                   {9},
                                   {{9, 1, 1}, {4, 1, 1}, {2, 1, 1}},
                                   1},
                             {"image1d_array_t",
                              "(float2)(0.99f, 2)",
                              "float",
                              CL_MEM_OBJECT_IMAGE1D_ARRAY,
                              {9, 0, 0, 3},
                              {{9, 3, 1}, {4, 3, 1}, {2, 3, 1}},
                              2},
                             {"image2d_t",
                              "(float2)(0.99f, 0.99f)",
                              "float2",
                              CL_MEM_OBJECT_IMAGE2D,
                              {9, 5},
                              {{9, 5, 1}, {4, 2, 1}, {2, 1, 1}},
                              2},
                             {"image2d_array_t",
                              "(float4)(0.99f, 0.99f, 2, 0)",
                              "float2",
                              CL_MEM_OBJECT_IMAGE2D_ARRAY,
                              {9, 5, 0, 3},
                              {{9, 5, 3}, {4, 2, 3}, {2, 1, 3}},
                              3},
                             {"image3d_t",
                              "(float4)(0.99f, 0.99f, 0.99f, 0)",
                              "float4",
                              CL_MEM_OBJECT_IMAGE3D,
                              {9, 5, 6},
                              {{9, 5, 6}, {4, 2, 3}, {2, 1, 1}},
                              3}}) {
    SCOPED_TRACE(shape.type);
    build("kernel void k(read_only " + std::string(shape.type) +
              " i, sampler_t s, global float* o, global float* g, global int* q) {"
              "  const sampler_t t = CLK_NORMALIZED_COORDS_TRUE | CLK_ADDRESS_CLAMP_TO_EDGE | "
              "CLK_FILTER_NEAREST;"
              "  int n = get_global_id(0);"
              "  o[n] = read_imagef(i, s, " +
              shape.coordinates +
              ", n * 0.5f - 1).x;"
              "  g[n] = read_imagef(i, t, " +
              shape.coordinates + ", (" + shape.gradient + ")((1 << n % 3) / 9.0f), (" +
              shape.gradient +
              ")(0)).x;"
              "  if (n == 0) { q[0] = get_image_num_mip_levels(i); q[1] = get_image_width(i); } }",
          version);
    const Image image = make_mipmap(shape.object, shape.size, 3);
    float last[3];
    for (size_t level = 0; level < 3; ++level) {
      const auto& region = shape.regions[level];
      fill(image.get(), shape.level_at, level, region);
      last[level] = float(1000 * level + region[0] * region[1] * region[2] - 1);
    }
    for (const bool linear : {false, true}) {
      const Sampler sampler = make_level_sampler(
          CL_FILTER_NEAREST, linear ? CL_FILTER_LINEAR : CL_FILTER_NEAREST, 0, 1e9f);
      std::vector<float> out(12), by_gradients(12);
      std::vector<int> q(2);
      run({{12}, {}, {}}, image.get(), sampler.get(), out, by_gradients, q);
      EXPECT_EQ(q, (std::vector<int>{3, 9}));
      for (size_t n = 0; n < out.size(); ++n) {
        const double lod = std::clamp(double(n) * 0.5 - 1, 0.0, 2.0);
        const auto first = size_t(lod);
        const size_t second = std::min<size_t>(first + 1, 2);
        const double share = lod - double(first);
        EXPECT_EQ(out[n],
                  linear ? float((1 - share) * double(last[first]) + share * double(last[second]))
                         : last[size_t(std::ceil(lod + 0.5)) - 1])
            << n;
        const std::string type = shape.type; // the longest side is the first, of nine texels
        if (type.starts_with("image1d")) {
          EXPECT_EQ(by_gradients[n], last[n % 3]) << n;
        }
      }
    }
  }
}

/// The gradients of a plane: the longer of the two counts, in texels of the first level.
TEST_P(ImageMipmaps, GradientsOfPlanes) {
  build("kernel void k(read_only image2d_t i, sampler_t s, global float2* across, global float2* "
        "down,"
        "              global float* o) {"
        "  int n = get_global_id(0);"
        "  o[n] = read_imagef(i, s, (float2)(0.01f, 0.01f), across[n], down[n]).x; }",
        version);
  const Image image = make_mipmap(CL_MEM_OBJECT_IMAGE2D, {16, 8}, 5);
  for (size_t level = 0; level < 5; ++level) {
    fill(image.get(), 2, level, {16U >> level, std::max<size_t>(8U >> level, 1), 1});
  }
  std::vector<float> across, down;
  for (int n = 0; n < 40; ++n) {
    across.insert(across.end(), {float(n % 7) / 16, float(n % 5) / 8});
    down.insert(down.end(), {float(n % 3) / 16, float(n % 11) / 8});
  }
  const Sampler sampler = make_level_sampler(CL_FILTER_NEAREST, CL_FILTER_LINEAR, 0.5f, 3.25f);
  std::vector<float> out(40);
  run({{40}, {}, {}}, image.get(), sampler.get(), across, down, out);
  for (size_t n = 0; n < out.size(); ++n) {
    const double x = std::hypot(across[2 * n] * 16, across[2 * n + 1] * 8);
    const double y = std::hypot(down[2 * n] * 16, down[2 * n + 1] * 8);
    const double lod = std::clamp(std::log2(std::max(x, y)), 0.5, 3.25);
    EXPECT_NEAR(out[n], 1000 * lod, 1e-2) << n;
  }
}

TEST_P(ImageMipmaps, FiltersWithinLevelsAndLimits) {
  build("kernel void k(read_only image2d_t i, sampler_t s, global float* o) {"
        "  int n = get_global_id(0);"
        "  o[n] = read_imagef(i, s, (float2)(0.5f, 0.5f), n * 0.25f).x; }",
        version);
  const Image image = make_mipmap(CL_MEM_OBJECT_IMAGE2D, {4, 4}, 3);
  for (size_t level = 0; level < 3; ++level) {
    fill(image.get(), 2, level, {4U >> level, 4U >> level, 1});
  }
  const double middles[3] = {7.5, 1001.5, 2000};
  const Sampler sampler = make_level_sampler(CL_FILTER_LINEAR, CL_FILTER_LINEAR, 0.25f, 1.5f);
  std::vector<float> out(12);
  run({{12}, {}, {}}, image.get(), sampler.get(), out);
  for (size_t n = 0; n < out.size(); ++n) {
    const double lod = std::clamp(double(n) * 0.25, 0.25, 1.5);
    const auto first = size_t(lod);
    const double share = lod - double(first);
    EXPECT_NEAR(out[n], (1 - share) * middles[first] + share * middles[first + 1], 1e-3) << n;
  }
}

TEST_P(ImageMipmaps, Writes) {
  build("kernel void k(write_only image2d_t f, write_only image3d_t u, write_only image1d_array_t "
        "s) {"
        "  int x = get_global_id(0), y = get_global_id(1), l = get_global_id(2) - 1;"
        "  write_imagef(f, (int2)(x, y), l, (float4)(100 * l + 10 * y + x + 1));"
        "  write_imageui(u, (int4)(x, y, 0, 0), l, (uint4)(100 * l + 10 * y + x + 1));"
        "  write_imagei(s, (int2)(x, y), l, (int4)(100 * l + 10 * y + x + 1)); }",
        version);
  const Image flat = make_mipmap(CL_MEM_OBJECT_IMAGE2D, {8, 4}, 3);
  const Image deep = make_mipmap(CL_MEM_OBJECT_IMAGE3D, {8, 4, 1}, 3, {CL_R, CL_UNSIGNED_INT32});
  const Image lines =
      make_mipmap(CL_MEM_OBJECT_IMAGE1D_ARRAY, {8, 0, 0, 2}, 3, {CL_R, CL_SIGNED_INT32});
  run({{9, 5, 5}, {}, {}}, flat.get(), deep.get(), lines.get()); // also to levels that are not
  for (size_t level = 0; level < 3; ++level) {
    const size_t width = 8U >> level, height = 4U >> level;
    const auto expected = [&](size_t i) { return 100 * level + i / width * 10 + i % width + 1; };
    std::vector<float> floats(width * height);
    std::vector<cl_uint> words(width * height), layers(width * 2);
    const size_t flat_origin[4] = {0, 0, level}, deep_origin[4] = {0, 0, 0, level};
    const size_t region[3] = {width, height, 1}, layers_region[3] = {width, 2, 1};
    EXPECT_EQ(clEnqueueReadImage(queue, flat.get(), CL_TRUE, flat_origin, region, 0, 0,
                                 floats.data(), 0, nullptr, nullptr),
              CL_SUCCESS);
    EXPECT_EQ(clEnqueueReadImage(queue, deep.get(), CL_TRUE, deep_origin, region, 0, 0,
                                 words.data(), 0, nullptr, nullptr),
              CL_SUCCESS);
    EXPECT_EQ(clEnqueueReadImage(queue, lines.get(), CL_TRUE, flat_origin, layers_region, 0, 0,
                                 layers.data(), 0, nullptr, nullptr),
              CL_SUCCESS);
    for (size_t i = 0; i < floats.size(); ++i) {
      EXPECT_EQ(floats[i], float(expected(i)));
      EXPECT_EQ(words[i], expected(i));
    }
    for (size_t i = 0; i < layers.size(); ++i) {
      EXPECT_EQ(layers[i], expected(i));
    }
  }
}

/// SPIR-V's Lod, Grad and OpImageQueryLevels, and a write to a level; Clang 22 leaves them out.
constexpr char assembly[] = R"(
OpCapability Addresses
OpCapability Kernel
OpCapability Int64
OpCapability ImageBasic
OpCapability ImageMipmap
OpCapability ImageQuery
OpMemoryModel Physical64 OpenCL
OpEntryPoint Kernel %k "k" %global_id
OpDecorate %global_id BuiltIn GlobalInvocationId
%void = OpTypeVoid
%uint = OpTypeInt 32 0
%ulong = OpTypeInt 64 0
%float = OpTypeFloat 32
%ulong3 = OpTypeVector %ulong 3
%uint2 = OpTypeVector %uint 2
%float2 = OpTypeVector %float 2
%float4 = OpTypeVector %float 4
%read_only = OpTypeImage %void 2D 0 0 0 0 Unknown ReadOnly
%write_only = OpTypeImage %void 2D 0 0 0 0 Unknown WriteOnly
%sampled = OpTypeSampledImage %read_only
%sampler = OpTypeSampler
%ids = OpTypePointer Input %ulong3
%floats = OpTypePointer CrossWorkgroup %float
%global_id = OpVariable %ids Input
%half = OpConstant %float 0.5
%zero = OpConstant %float 0
%sixteenth = OpConstant %float 0.0625
%middle = OpConstantComposite %float2 %half %half
%nothing = OpConstantComposite %float2 %zero %zero
%n0 = OpConstant %uint 0
%n1 = OpConstant %uint 1
%w3 = OpConstant %ulong 3
%w1 = OpConstant %ulong 1
%w2 = OpConstant %ulong 2
%signature = OpTypeFunction %void %read_only %write_only %sampler %floats
%k = OpFunction %void None %signature
%from = OpFunctionParameter %read_only
%to = OpFunctionParameter %write_only
%s = OpFunctionParameter %sampler
%out = OpFunctionParameter %floats
%begin = OpLabel
%id = OpLoad %ulong3 %global_id
%n = OpCompositeExtract %ulong %id 0
%lod = OpConvertUToF %float %n
%both = OpSampledImage %sampled %from %s
%by_lod = OpImageSampleExplicitLod %float4 %both %middle Lod %lod
%step = OpFMul %float %lod %sixteenth
%across = OpCompositeConstruct %float2 %step %zero
%again = OpSampledImage %sampled %from %s
%by_gradients = OpImageSampleExplicitLod %float4 %again %middle Grad %across %nothing
%levels = OpImageQueryLevels %uint %from
%counted = OpConvertUToF %float %levels
%small = OpUConvert %uint %n
%at = OpCompositeConstruct %uint2 %small %n0
OpImageWrite %to %at %by_lod Lod %n1
%first = OpIMul %ulong %n %w3
%second = OpIAdd %ulong %first %w1
%third = OpIAdd %ulong %first %w2
%place = OpInBoundsPtrAccessChain %floats %out %first
%place2 = OpInBoundsPtrAccessChain %floats %out %second
%place3 = OpInBoundsPtrAccessChain %floats %out %third
%x = OpCompositeExtract %float %by_lod 0
%y = OpCompositeExtract %float %by_gradients 0
OpStore %place %x Aligned 4
OpStore %place2 %y Aligned 4
OpStore %place3 %counted Aligned 4
OpReturn
OpFunctionEnd
)";

TEST_P(ImageMipmaps, FromAssembly) {
  build_assembly(assembly);
  const Image from = make_mipmap(CL_MEM_OBJECT_IMAGE2D, {16, 16}, 4);
  for (size_t level = 0; level < 4; ++level) {
    fill(from.get(), 2, level, {16U >> level, 16U >> level, 1});
  }
  const Image to = make_mipmap(CL_MEM_OBJECT_IMAGE2D, {10, 2}, 2);
  const Sampler sampler = make_level_sampler(CL_FILTER_NEAREST, CL_FILTER_NEAREST, 0, 100);
  std::vector<float> out(15);
  run({{5}, {}, {}}, from.get(), to.get(), sampler.get(), out);
  std::vector<float> written(5);
  const size_t origin[3] = {0, 0, 1}, region[3] = {5, 1, 1};
  EXPECT_EQ(clEnqueueReadImage(queue, to.get(), CL_TRUE, origin, region, 0, 0, written.data(), 0,
                               nullptr, nullptr),
            CL_SUCCESS);
  const auto middle = [](size_t level) {
    const size_t size = 16U >> level, half = size / 2;
    return float(1000 * level + half * size + half);
  };
  for (size_t n = 0; n < 5; ++n) {
    EXPECT_EQ(out[3 * n], middle(std::min<size_t>(n, 3))) << n;
    EXPECT_EQ(out[3 * n + 1], middle(n < 2 ? 0 : n == 2 ? 1 : 2)) << n; // of steps of n texels
    EXPECT_EQ(out[3 * n + 2], 4.0f);
    EXPECT_EQ(written[n], out[3 * n]);
  }
}

} // namespace
