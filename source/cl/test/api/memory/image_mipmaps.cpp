// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Mipmaps (cl_khr_mipmap_image): which there are, commands on their levels, samplers for them.
#include "memory/image_fixture.h"

#include <algorithm>
#include <numeric>

namespace {

class ImageMipmaps : public ImageTest {
protected:
  static cl_image_desc with_levels(cl_image_desc description, cl_uint levels) {
    description.num_mip_levels = levels;
    return description;
  }
  cl_int create_error(const cl_image_desc& description, cl_mem_flags flags = 0,
                      void* host = nullptr, const cl_image_format& format = rgba8) {
    cl_int error = 1;
    EXPECT_FALSE(clCreateImage(context, flags, &format, &description, host, &error));
    return error;
  }
  cl_int sampler_error(std::vector<cl_sampler_properties> list) {
    cl_int error = 1;
    const Owned<cl_sampler> sampler = clCreateSamplerWithProperties(context, list.data(), &error);
    return error;
  }
  static cl_sampler_properties bits(float value) { return __builtin_bit_cast(cl_uint, value); }
};

TEST_F(ImageMipmaps, EveryShape) {
  for (const auto& description : {image_1d(9), image_1d_array(9, 100), image_2d(9, 40),
                                  image_2d_array(1, 3, 100), image_3d(9, 8, 40), image_2d(1, 1)}) {
    for (const cl_uint levels : {2U, 16U}) {
      const Owned<cl_mem> image = make_image(with_levels(description, levels));
      EXPECT_EQ(image_info<cl_uint>(image, CL_IMAGE_NUM_MIP_LEVELS), levels);
      EXPECT_EQ(image_info<size_t>(image, CL_IMAGE_WIDTH), description.image_width);
    }
    EXPECT_EQ(create_error(with_levels(description, 17)), CL_INVALID_IMAGE_DESCRIPTOR);
    EXPECT_EQ(create_error(with_levels(description, ~0U)), CL_INVALID_IMAGE_DESCRIPTOR);
  }
}

TEST_F(ImageMipmaps, WhatCannotBeOne) {
  std::vector<char> memory(4096);
  const cl_image_desc description = with_levels(image_2d(4, 4), 2);
  EXPECT_EQ(create_error(description, CL_MEM_USE_HOST_PTR, memory.data()),
            CL_INVALID_IMAGE_DESCRIPTOR);
  EXPECT_EQ(create_error(description, CL_MEM_COPY_HOST_PTR, memory.data()),
            CL_INVALID_IMAGE_DESCRIPTOR);
  EXPECT_EQ(create_error(description, 0, nullptr, {CL_DEPTH, CL_FLOAT}),
            CL_INVALID_IMAGE_DESCRIPTOR);
  const Owned<cl_mem> buffer = make_buffer(4096);
  cl_image_desc of_buffer = description;
  of_buffer.mem_object = buffer;
  EXPECT_EQ(create_error(of_buffer), CL_INVALID_IMAGE_DESCRIPTOR);
  of_buffer = with_levels(image_of(CL_MEM_OBJECT_IMAGE1D_BUFFER, 8, 0, 0, 0), 2);
  of_buffer.mem_object = buffer;
  EXPECT_EQ(create_error(of_buffer), CL_INVALID_IMAGE_DESCRIPTOR);
  // One level is as none.
  const Owned<cl_mem> single =
      make_image(with_levels(image_2d(4, 4), 1), CL_MEM_USE_HOST_PTR, memory.data());
  EXPECT_TRUE(single);
}

/// Each command on one level leaves the others as they are.
TEST_F(ImageMipmaps, CommandsOnLevels) {
  const Owned<cl_mem> image = make_image(with_levels(image_2d(8, 4), 3));
  const Owned<cl_mem> other = make_image(with_levels(image_3d(4, 2, 2), 2));
  const Owned<cl_mem> buffer = make_buffer(64);
  std::vector<cl_uint> texels(32);
  const auto contents_of = [&](size_t level) {
    const size_t origin[3] = {0, 0, level}, region[3] = {8U >> level, 4U >> level, 1};
    std::vector<cl_uint> read(region[0] * region[1]);
    EXPECT_EQ(clEnqueueReadImage(queue, image, CL_TRUE, origin, region, 0, 0, read.data(), 0,
                                 nullptr, nullptr),
              CL_SUCCESS);
    return read;
  };
  for (const cl_uint level : {0U, 1U, 2U}) {
    const size_t origin[3] = {0, 0, level}, region[3] = {8U >> level, 4U >> level, 1};
    const cl_uint color[4] = {level + 1, 0, 0, 0};
    EXPECT_EQ(clEnqueueFillImage(queue, image, color, origin, region, 0, nullptr, nullptr),
              CL_SUCCESS);
  }
  EXPECT_EQ(contents_of(0), std::vector<cl_uint>(32, 1));
  EXPECT_EQ(contents_of(1), std::vector<cl_uint>(8, 2));
  EXPECT_EQ(contents_of(2), std::vector<cl_uint>(2, 3));
  std::iota(texels.begin(), texels.end(), 100U);
  const size_t second[3] = {0, 0, 1}, third[3] = {0, 0, 2}, level_region[3] = {4, 2, 1};
  EXPECT_EQ(clEnqueueWriteImage(queue, image, CL_TRUE, second, level_region, 0, 0, texels.data(), 0,
                                nullptr, nullptr),
            CL_SUCCESS);
  // Level 1 to slice 1 of the other's level 0, and from there by way of a buffer to level 2.
  const size_t slice[4] = {0, 0, 1, 0}, piece[3] = {2, 1, 1}, inside[4] = {1, 1, 1, 0};
  EXPECT_EQ(
      clEnqueueCopyImage(queue, image, other, second, slice, level_region, 0, nullptr, nullptr),
      CL_SUCCESS);
  EXPECT_EQ(clEnqueueCopyImageToBuffer(queue, other, buffer, inside, piece, 4, 0, nullptr, nullptr),
            CL_SUCCESS);
  EXPECT_EQ(clEnqueueCopyBufferToImage(queue, buffer, image, 4, third, piece, 0, nullptr, nullptr),
            CL_SUCCESS);
  EXPECT_EQ(contents_of(2), (std::vector<cl_uint>{105, 106}));
  // The same box of two levels is not the same place.
  EXPECT_EQ(clEnqueueCopyImage(queue, image, image, second, third, piece, 0, nullptr, nullptr),
            CL_SUCCESS);
  EXPECT_EQ(contents_of(2), (std::vector<cl_uint>{100, 101}));
  EXPECT_EQ(contents_of(0), std::vector<cl_uint>(32, 1));
  EXPECT_EQ(contents_of(1), std::vector<cl_uint>(texels.begin(), texels.begin() + 8));
}

TEST_F(ImageMipmaps, MappingsOfLevels) {
  const Owned<cl_mem> image = make_image(with_levels(image_2d(8, 4), 3));
  void* mapped[2] = {};
  for (const size_t level : {0, 1}) {
    const size_t origin[3] = {1, 1, level}, region[3] = {2, 1, 1};
    size_t pitch = 0;
    cl_int error = 1;
    mapped[level] = clEnqueueMapImage(queue, image, CL_TRUE, CL_MAP_WRITE, origin, region, &pitch,
                                      nullptr, 0, nullptr, nullptr, &error);
    EXPECT_EQ(error, CL_SUCCESS);
    EXPECT_EQ(pitch, 32U >> level);
  }
  EXPECT_EQ(static_cast<char*>(mapped[1]) - static_cast<char*>(mapped[0]), 128 + 20 - 36);
  for (void* pointer : mapped) {
    EXPECT_EQ(clEnqueueUnmapMemObject(queue, image, pointer, 0, nullptr, nullptr), CL_SUCCESS);
  }
}

TEST_F(ImageMipmaps, LevelsThatThereAreNot) {
  const Owned<cl_mem> line = make_image(with_levels(image_1d(8), 3));
  const Owned<cl_mem> deep = make_image(with_levels(image_3d(8, 8, 8), 3));
  char memory[64];
  const size_t one[3] = {1, 1, 1};
  const size_t far[3] = {0, 3, 0}, both[3] = {0, 2, 1}, deep_far[4] = {0, 0, 0, 3};
  const auto read = [&](cl_mem image, const size_t* origin) {
    return clEnqueueReadImage(queue, image, CL_TRUE, origin, one, 0, 0, memory, 0, nullptr,
                              nullptr);
  };
  EXPECT_EQ(read(line, far), CL_INVALID_MIP_LEVEL);
  EXPECT_EQ(read(line, both), CL_INVALID_VALUE);
  EXPECT_EQ(read(deep, deep_far), CL_INVALID_MIP_LEVEL);
  EXPECT_EQ(read(deep, nullptr), CL_INVALID_VALUE);
  const size_t last[4] = {1, 1, 1, 2}, beyond[4] = {2, 0, 0, 2};
  EXPECT_EQ(read(deep, last), CL_SUCCESS);
  EXPECT_EQ(read(deep, beyond), CL_INVALID_VALUE);
  const cl_uint color[4] = {};
  EXPECT_EQ(clEnqueueFillImage(queue, line, color, far, one, 0, nullptr, nullptr),
            CL_INVALID_MIP_LEVEL);
  EXPECT_EQ(clEnqueueCopyImage(queue, line, line, far, far, one, 0, nullptr, nullptr),
            CL_INVALID_MIP_LEVEL);
  size_t pitch = 0;
  cl_int error = 1;
  EXPECT_FALSE(clEnqueueMapImage(queue, line, CL_TRUE, CL_MAP_READ, far, one, &pitch, nullptr, 0,
                                 nullptr, nullptr, &error));
  EXPECT_EQ(error, CL_INVALID_MIP_LEVEL);
}

TEST_F(ImageMipmaps, Samplers) {
  EXPECT_EQ(sampler_error({CL_SAMPLER_MIP_FILTER_MODE_KHR, CL_FILTER_LINEAR, 0}), CL_SUCCESS);
  EXPECT_EQ(sampler_error({CL_SAMPLER_MIP_FILTER_MODE_KHR, CL_FILTER_LINEAR + 1, 0}),
            CL_INVALID_VALUE);
  EXPECT_EQ(sampler_error({CL_SAMPLER_LOD_MIN_KHR, bits(2), CL_SAMPLER_LOD_MAX_KHR, bits(1), 0}),
            CL_INVALID_VALUE);
  EXPECT_EQ(sampler_error({CL_SAMPLER_LOD_MIN_KHR, bits(__builtin_nanf("")), 0}), CL_INVALID_VALUE);
  EXPECT_EQ(sampler_error({CL_SAMPLER_LOD_MIN_KHR, bits(1), CL_SAMPLER_LOD_MIN_KHR, bits(1), 0}),
            CL_INVALID_VALUE);
  const cl_sampler_properties list[] = {CL_SAMPLER_LOD_MIN_KHR, bits(0.5f), CL_SAMPLER_LOD_MAX_KHR,
                                        bits(3), 0};
  const Owned<cl_sampler> own = clCreateSamplerWithProperties(context, list, nullptr);
  const Owned<cl_sampler> usual = clCreateSamplerWithProperties(context, nullptr, nullptr);
  const auto info = [](cl_sampler sampler, cl_sampler_info name, auto value) {
    EXPECT_EQ(clGetSamplerInfo(sampler, name, sizeof value, &value, nullptr), CL_SUCCESS);
    return value;
  };
  EXPECT_EQ(info(own, CL_SAMPLER_MIP_FILTER_MODE_KHR, cl_filter_mode(0)),
            cl_filter_mode(CL_FILTER_NEAREST));
  EXPECT_EQ(info(own, CL_SAMPLER_LOD_MIN_KHR, 0.0f), 0.5f);
  EXPECT_EQ(info(own, CL_SAMPLER_LOD_MAX_KHR, 0.0f), 3.0f);
  EXPECT_EQ(info(usual, CL_SAMPLER_LOD_MIN_KHR, 1.0f), 0.0f);
  EXPECT_EQ(info(usual, CL_SAMPLER_LOD_MAX_KHR, 0.0f), 0x1.fffffep127f);
}

} // namespace
