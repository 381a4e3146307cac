// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Images in the memory of buffers (cl_khr_image2d_from_buffer, cl_ext_image_from_buffer) and of
// other images (section 5.3.1.2).
#include "memory/image_fixture.h"

#include <numeric>

namespace {

class ImageViews : public ImageTest {
protected:
  cl_int create_error(const cl_image_desc& description, const cl_image_format& format = rgba8) {
    cl_int error = 1;
    EXPECT_FALSE(clCreateImage(context, 0, &format, &description, nullptr, &error));
    return error;
  }
  static cl_image_desc of(cl_mem parent, cl_image_desc description, size_t row = 0,
                          size_t slice = 0) {
    description.mem_object = parent;
    description.image_row_pitch = row;
    description.image_slice_pitch = slice;
    return description;
  }
};

TEST_F(ImageViews, OfBuffersHaveEveryType) {
  std::vector<unsigned char> bytes(1024);
  std::iota(bytes.begin(), bytes.end(), 0);
  cl_int error = 1;
  const Owned<cl_mem> buffer =
      clCreateBuffer(context, CL_MEM_COPY_HOST_PTR, bytes.size(), bytes.data(), &error);
  const size_t row = row_in_buffer(7, 4);
  struct Case {
    cl_image_desc description;
    size_t row, slice; ///< given, or 0
    size_t seen_row, seen_slice;
    size_t origin[3];
    size_t offset; ///< of that texel
  };
  for (const Case& c : {Case{image_1d(7), 32, 0, 32, 0, {3, 0, 0}, 12},
                        {image_1d_array(7, 5), 0, 0, row, row, {1, 4, 0}, 4 + 4 * row},
                        {image_1d_array(7, 5), 32, 64, 32, 64, {1, 4, 0}, 260},
                        {image_2d(7, 3), 0, 0, row, 0, {6, 2, 0}, 24 + 2 * row},
                        {image_2d(7, 3), 40, 0, 40, 0, {6, 2, 0}, 104},
                        {image_2d_array(7, 3, 5), 32, 128, 32, 128, {2, 1, 3}, 424},
                        {image_3d(7, 3, 2), 0, 0, row, 3 * row, {0, 2, 1}, 5 * row},
                        {image_3d(7, 3, 2), 32, 0, 32, 96, {0, 2, 1}, 160}}) {
    const Owned<cl_mem> image = make_image(of(buffer, c.description, c.row, c.slice));
    EXPECT_EQ(image_info<size_t>(image, CL_IMAGE_ROW_PITCH), c.seen_row);
    EXPECT_EQ(image_info<size_t>(image, CL_IMAGE_SLICE_PITCH), c.seen_slice);
    EXPECT_EQ(image_info<cl_mem>(image, CL_IMAGE_BUFFER), cl_mem(buffer));
    cl_mem parent = nullptr;
    EXPECT_EQ(
        clGetMemObjectInfo(image, CL_MEM_ASSOCIATED_MEMOBJECT, sizeof parent, &parent, nullptr),
        CL_SUCCESS);
    EXPECT_EQ(parent, cl_mem(buffer));
    const size_t one[3] = {1, 1, 1};
    unsigned char texel[4] = {};
    EXPECT_EQ(
        clEnqueueReadImage(queue, image, CL_TRUE, c.origin, one, 0, 0, texel, 0, nullptr, nullptr),
        CL_SUCCESS);
    EXPECT_EQ(std::vector<unsigned char>(texel, texel + 4),
              std::vector<unsigned char>(&bytes[c.offset], &bytes[c.offset] + 4));
  }
}

TEST_F(ImageViews, OfBuffersThatAreTooSmall) {
  for (const auto& [description, row, slice, bytes] : {std::tuple{image_1d(8), 0, 0, 32},
                                                       {image_1d(8), 40, 0, 40},
                                                       {image_2d(8, 3), 40, 0, 120},
                                                       {image_1d_array(8, 3), 32, 64, 192},
                                                       {image_2d_array(8, 2, 3), 32, 96, 288},
                                                       {image_3d(8, 2, 3), 32, 0, 192}}) {
    const Owned<cl_mem> enough = make_buffer(size_t(bytes));
    EXPECT_TRUE(make_image(of(enough, description, size_t(row), size_t(slice))));
    const Owned<cl_mem> small = make_buffer(size_t(bytes) - 1);
    EXPECT_EQ(create_error(of(small, description, size_t(row), size_t(slice))),
              CL_INVALID_IMAGE_SIZE);
  }
  const Owned<cl_mem> buffer = make_buffer(256);
  EXPECT_EQ(create_error(of(buffer, image_2d(4, 1), ~size_t(63))), CL_INVALID_IMAGE_SIZE);
}

TEST_F(ImageViews, PitchesInBuffers) {
  EXPECT_GT(device_info<cl_uint>(CL_DEVICE_IMAGE_PITCH_ALIGNMENT), 0u);
  EXPECT_GT(device_info<cl_uint>(CL_DEVICE_IMAGE_BASE_ADDRESS_ALIGNMENT), 0u);
  const Owned<cl_mem> buffer = make_buffer(1024);
  EXPECT_EQ(create_error(of(buffer, image_2d(7, 8), 24)), CL_INVALID_IMAGE_DESCRIPTOR);
  EXPECT_EQ(create_error(of(buffer, image_2d(7, 8), 30)), CL_INVALID_IMAGE_FORMAT_DESCRIPTOR);
  EXPECT_EQ(create_error(of(buffer, image_3d(7, 2, 2), 32, 60)), CL_INVALID_IMAGE_DESCRIPTOR);
  EXPECT_EQ(create_error(of(buffer, image_3d(7, 2, 2), 32, 80)), CL_INVALID_IMAGE_DESCRIPTOR);
}

TEST_F(ImageViews, BuffersInTheApplicationsMemoryLieAtMultiplesOfTheBaseAlignment) {
  const size_t alignment = device_info<cl_uint>(CL_DEVICE_IMAGE_BASE_ADDRESS_ALIGNMENT);
  const size_t row = row_in_buffer(4, 4);
  std::vector<unsigned char> bytes(2 * row + 2 * alignment);
  const auto begin = reinterpret_cast<uintptr_t>(bytes.data());
  unsigned char* const aligned = bytes.data() + (alignment - begin % alignment) % alignment;
  cl_int error = 1;
  for (const size_t offset : {size_t(0), size_t(1)}) {
    const Owned<cl_mem> buffer =
        clCreateBuffer(context, CL_MEM_USE_HOST_PTR, 2 * row, aligned + offset, &error);
    ASSERT_EQ(error, CL_SUCCESS);
    if (offset % alignment == 0) {
      EXPECT_TRUE(make_image(of(buffer, image_2d(4, 2), row)));
    } else {
      EXPECT_EQ(create_error(of(buffer, image_2d(4, 2), row)), CL_INVALID_IMAGE_FORMAT_DESCRIPTOR);
    }
  }
}

TEST_F(ImageViews, OfImagesSeeTheirTexels) {
  const Owned<cl_mem> image = make_image(image_2d(4, 3), 0, nullptr, {CL_RGBA, CL_UNORM_INT8});
  const Owned<cl_mem> view =
      make_image(of(image, image_2d(4, 3)), 0, nullptr, {CL_sRGBA, CL_UNORM_INT8});
  EXPECT_EQ(image_info<cl_image_format>(view, CL_IMAGE_FORMAT).image_channel_order,
            cl_channel_order(CL_sRGBA));
  EXPECT_EQ(image_info<cl_mem>(view, CL_IMAGE_BUFFER), nullptr);
  cl_mem parent = nullptr;
  EXPECT_EQ(clGetMemObjectInfo(view, CL_MEM_ASSOCIATED_MEMOBJECT, sizeof parent, &parent, nullptr),
            CL_SUCCESS);
  EXPECT_EQ(parent, cl_mem(image));
  const float color[4] = {0.5f, 0, 1, 0.5f};
  const size_t origin[3] = {1, 2, 0}, one[3] = {1, 1, 1};
  EXPECT_EQ(clEnqueueFillImage(queue, view, color, origin, one, 0, nullptr, nullptr), CL_SUCCESS);
  unsigned char texel[4] = {};
  EXPECT_EQ(
      clEnqueueReadImage(queue, image, CL_TRUE, origin, one, 0, 0, texel, 0, nullptr, nullptr),
      CL_SUCCESS);
  EXPECT_EQ(std::vector<int>(texel, texel + 4), (std::vector<int>{188, 0, 255, 128}));
}

TEST_F(ImageViews, OfImagesOfBuffersHaveTheirPitch) {
  const Owned<cl_mem> buffer = make_buffer(256);
  const cl_image_format linear = {CL_R, CL_FLOAT}, depth = {CL_DEPTH, CL_FLOAT};
  const Owned<cl_mem> image = make_image(of(buffer, image_2d(3, 4), 64), 0, nullptr, linear);
  for (const size_t pitch : {0, 64}) {
    const Owned<cl_mem> view = make_image(of(image, image_2d(3, 4), pitch), 0, nullptr, depth);
    EXPECT_EQ(image_info<size_t>(view, CL_IMAGE_ROW_PITCH), 64u);
  }
  EXPECT_EQ(create_error(of(image, image_2d(3, 4), 12), depth), CL_INVALID_IMAGE_DESCRIPTOR);
}

TEST_F(ImageViews, OfImagesThatDiffer) {
  const cl_image_format linear = {CL_RGBA, CL_UNORM_INT8}, curved = {CL_sRGBA, CL_UNORM_INT8};
  const Owned<cl_mem> image = make_image(image_2d(4, 3), 0, nullptr, linear);
  for (const cl_image_desc& other :
       {image_2d(3, 3), image_2d(4, 2), image_1d(4), image_3d(4, 3, 1), image_2d_array(4, 3, 1)}) {
    EXPECT_EQ(create_error(of(image, other), curved), CL_INVALID_IMAGE_DESCRIPTOR);
  }
  EXPECT_EQ(create_error(of(image, image_2d(4, 3), 0, 48), curved), CL_INVALID_IMAGE_DESCRIPTOR);
  const Owned<cl_mem> layers = make_image(image_2d_array(4, 3, 1), 0, nullptr, linear);
  EXPECT_EQ(create_error(of(layers, image_2d(4, 3)), curved), CL_INVALID_IMAGE_DESCRIPTOR);
  for (const cl_image_format& format :
       {linear, {CL_BGRA, CL_UNORM_INT8}, {CL_sBGRA, CL_UNORM_INT8}, {CL_RGBA, CL_SNORM_INT8}}) {
    EXPECT_EQ(create_error(of(image, image_2d(4, 3)), format), CL_INVALID_IMAGE_FORMAT_DESCRIPTOR);
  }
}

TEST_F(ImageViews, PairsOfOrders) {
  struct Pair {
    cl_image_format first, second;
    bool both_ways;
  };
  for (const Pair& pair : {Pair{{CL_RGBA, CL_UNORM_INT8}, {CL_sRGBA, CL_UNORM_INT8}, true},
                           {{CL_BGRA, CL_UNORM_INT8}, {CL_sBGRA, CL_UNORM_INT8}, true},
                           {{CL_R, CL_FLOAT}, {CL_DEPTH, CL_FLOAT}, false},
                           {{CL_R, CL_UNORM_INT16}, {CL_DEPTH, CL_UNORM_INT16}, false}}) {
    const Owned<cl_mem> first = make_image(image_2d(4, 3), 0, nullptr, pair.first);
    EXPECT_TRUE(make_image(of(first, image_2d(4, 3)), 0, nullptr, pair.second));
    const Owned<cl_mem> second = make_image(image_2d(4, 3), 0, nullptr, pair.second);
    if (pair.both_ways) {
      EXPECT_TRUE(make_image(of(second, image_2d(4, 3)), 0, nullptr, pair.first));
    } else {
      EXPECT_EQ(create_error(of(second, image_2d(4, 3)), pair.first),
                CL_INVALID_IMAGE_FORMAT_DESCRIPTOR);
    }
  }
}

TEST_F(ImageViews, FlagsOfTheirParents) {
  const Owned<cl_mem> image =
      make_image(image_2d(4, 3), CL_MEM_READ_ONLY, nullptr, {CL_RGBA, CL_UNORM_INT8});
  const cl_image_format curved = {CL_sRGBA, CL_UNORM_INT8};
  const cl_image_desc description = of(image, image_2d(4, 3));
  for (const cl_mem_flags flags : {CL_MEM_READ_WRITE, CL_MEM_WRITE_ONLY, CL_MEM_COPY_HOST_PTR}) {
    cl_int error = 1;
    EXPECT_FALSE(clCreateImage(context, flags, &curved, &description, nullptr, &error));
    EXPECT_EQ(error, CL_INVALID_VALUE);
  }
  const Owned<cl_mem> view = make_image(description, 0, nullptr, curved);
  cl_mem_flags flags = 0;
  EXPECT_EQ(clGetMemObjectInfo(view, CL_MEM_FLAGS, sizeof flags, &flags, nullptr), CL_SUCCESS);
  EXPECT_EQ(flags, cl_mem_flags(CL_MEM_READ_ONLY));
}

} // namespace
