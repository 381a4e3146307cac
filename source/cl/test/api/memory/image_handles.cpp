// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Numbers of which kernels make images and samplers (cl_lanewise_image_handle). What kernels do
// with them is tested in source/kernel_test/spirv/spirv_image_handles.cpp.
#include "memory/image_fixture.h"
#include "sub_device_fixture.h"

#include <CL/cl_lanewise.h>
#include <algorithm>
#include <array>
#include <vector>

namespace {

class ImageHandles : public ImageTest {
protected:
  bool has_extension() {
    return query_as<cl_bool>(query_of(device), CL_DEVICE_IMAGE_HANDLE_SUPPORT_LANEWISE);
  }
  static auto query_of_image(cl_mem image) {
    return [=](auto... args) { return clGetImageInfo(image, args...); };
  }
  static auto query_of_sampler(cl_sampler sampler) {
    return [=](auto... args) { return clGetSamplerInfo(sampler, args...); };
  }
  Owned<cl_sampler> make_sampler(cl_addressing_mode addressing) {
    cl_int error = 1;
    Owned<cl_sampler> made =
        clCreateSampler(context, CL_TRUE, addressing, CL_FILTER_LINEAR, &error);
    EXPECT_EQ(error, CL_SUCCESS);
    return made;
  }
};

TEST_F(ImageHandles, AreOfEachImage) {
  if (!has_extension()) {
    GTEST_SKIP() << "the device has no handles";
  }
  std::array<cl_uint, 64> memory = {};
  std::vector<Owned<cl_mem>> images;
  for (const auto& description : {image_1d(9), image_1d_array(9, 3), image_2d(4, 4), image_2d(4, 4),
                                  image_2d_array(1, 3, 2), image_3d(9, 8, 4)}) {
    images.push_back(make_image(description));
  }
  images.push_back(make_image(image_2d(8, 8), CL_MEM_USE_HOST_PTR, memory.data()));
  const Owned<cl_mem> buffer = make_buffer(64);
  cl_image_desc of_buffer = image_of(CL_MEM_OBJECT_IMAGE1D_BUFFER, 8, 0, 0, 0);
  of_buffer.mem_object = buffer;
  images.push_back(make_image(of_buffer));
  std::vector<cl_ulong> handles;
  for (const Owned<cl_mem>& image : images) {
    EXPECT_EQ(check_query(query_of_image(image), CL_IMAGE_HANDLE_LANEWISE).size(),
              sizeof(cl_ulong));
    handles.push_back(image_info<cl_ulong>(image, CL_IMAGE_HANDLE_LANEWISE));
    EXPECT_NE(handles.back(), 0U);
    EXPECT_EQ(image_info<cl_ulong>(image, CL_IMAGE_HANDLE_LANEWISE), handles.back());
  }
  std::ranges::sort(handles);
  EXPECT_EQ(std::ranges::adjacent_find(handles), handles.end());
}

TEST_F(ImageHandles, AreOfEachSampler) {
  if (!has_extension()) {
    GTEST_SKIP() << "the device has no handles";
  }
  const Owned<cl_sampler> repeats = make_sampler(CL_ADDRESS_REPEAT);
  const Owned<cl_sampler> clamps = make_sampler(CL_ADDRESS_CLAMP);
  EXPECT_EQ(check_query(query_of_sampler(repeats), CL_SAMPLER_HANDLE_LANEWISE).size(),
            sizeof(cl_ulong));
  EXPECT_NE(query_as<cl_ulong>(query_of_sampler(repeats), CL_SAMPLER_HANDLE_LANEWISE),
            query_as<cl_ulong>(query_of_sampler(clamps), CL_SAMPLER_HANDLE_LANEWISE));
}

TEST_F(ImageHandles, AreNotThereWithoutTheExtension) {
  if (has_extension()) {
    GTEST_SKIP() << "the device has handles";
  }
  cl_ulong handle = 0;
  const Owned<cl_mem> image = make_image(image_2d(4, 4));
  EXPECT_EQ(clGetImageInfo(image, CL_IMAGE_HANDLE_LANEWISE, sizeof handle, &handle, nullptr),
            CL_INVALID_OPERATION);
  const Owned<cl_sampler> sampler = make_sampler(CL_ADDRESS_REPEAT);
  EXPECT_EQ(clGetSamplerInfo(sampler, CL_SAMPLER_HANDLE_LANEWISE, sizeof handle, &handle, nullptr),
            CL_INVALID_OPERATION);
}

TEST_F(ImageHandles, WrongObjects) {
  cl_ulong handle = 0;
  const Owned<cl_mem> buffer = make_buffer(64);
  EXPECT_EQ(clGetImageInfo(buffer, CL_IMAGE_HANDLE_LANEWISE, sizeof handle, &handle, nullptr),
            CL_INVALID_MEM_OBJECT);
  EXPECT_EQ(clGetImageInfo(nullptr, CL_IMAGE_HANDLE_LANEWISE, sizeof handle, &handle, nullptr),
            CL_INVALID_MEM_OBJECT);
  EXPECT_EQ(clGetSamplerInfo(nullptr, CL_SAMPLER_HANDLE_LANEWISE, sizeof handle, &handle, nullptr),
            CL_INVALID_SAMPLER);
}

TEST_F(ImageHandles, GoWithTheCapability) {
  constexpr cl_uint bindless_images = 6528; // BindlessImagesINTEL
  const auto capabilities = query_list<cl_uint>(device, CL_DEVICE_SPIRV_CAPABILITIES_KHR);
  if (capabilities.empty()) {
    GTEST_SKIP() << "the device has no compiler";
  }
  EXPECT_EQ(std::ranges::find(capabilities, bindless_images) != capabilities.end(),
            has_extension());
}

} // namespace
