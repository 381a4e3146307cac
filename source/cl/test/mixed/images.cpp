// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Images that the commands of two devices use. Each device lays them out as it likes.
#include "fixture.h"

#include <CL/cl_lanewise.h>

namespace {

class MixedImage : public MixedTest {
protected:
  static constexpr size_t width = 20, height = 12;
  static constexpr size_t zero[3] = {};
  static constexpr size_t whole[3] = {width, height, 1};

  Owned<cl_mem> make_image(cl_image_desc description, cl_mem_flags flags = 0,
                           void* host = nullptr) {
    constexpr cl_image_format format = {CL_R, CL_SIGNED_INT32};
    cl_int error = -1;
    Owned<cl_mem> made = clCreateImage(context, flags, &format, &description, host, &error);
    EXPECT_EQ(error, CL_SUCCESS);
    return made;
  }
  static cl_image_desc flat() {
    cl_image_desc description = {};
    description.image_type = CL_MEM_OBJECT_IMAGE2D;
    description.image_width = width;
    description.image_height = height;
    return description;
  }
  std::vector<cl_int> texels(size_t on, cl_mem image, const size_t* origin = zero,
                             const size_t* region = whole) {
    std::vector<cl_int> found(region[0] * region[1] * region[2]);
    EXPECT_EQ(clEnqueueReadImage(queues[on], image, CL_TRUE, origin, region, 0, 0, found.data(), 0,
                                 nullptr, nullptr),
              CL_SUCCESS);
    return found;
  }
  cl_int fill_image(size_t on, cl_mem image, cl_int value, std::array<size_t, 3> origin,
                    std::array<size_t, 3> region) {
    const cl_int color[4] = {value, 0, 0, 0};
    return clEnqueueFillImage(queues[on], image, color, origin.data(), region.data(), 0, nullptr,
                              nullptr);
  }
  /// 0, 1, 2 and so on, except for a box.
  static std::vector<cl_int> numbers_with(cl_int value, std::array<size_t, 3> origin,
                                          std::array<size_t, 3> region) {
    auto values = numbers(width * height);
    for (size_t y = 0; y < region[1]; ++y) {
      std::fill_n(values.begin() + ptrdiff_t((origin[1] + y) * width + origin[0]), region[0],
                  value);
    }
    return values;
  }
};

TEST_F(MixedImage, BoxesOfBothDevices) {
  auto first = numbers(width * height);
  const Owned<cl_mem> image = make_image(flat(), CL_MEM_COPY_HOST_PTR, first.data());
  EXPECT_EQ(texels(twin, image), first);
  ASSERT_EQ(fill_image(twin, image, -1, {3, 2, 0}, {5, 4, 1}), CL_SUCCESS);
  finish();
  const auto expected = numbers_with(-1, {3, 2, 0}, {5, 4, 1});
  EXPECT_EQ(texels(cpu, image), expected);
  ASSERT_EQ(fill_image(cpu, image, 7, {0, 0, 0}, {width, height, 1}), CL_SUCCESS);
  finish();
  EXPECT_EQ(texels(twin, image), all(7, width * height));
}

TEST_F(MixedImage, TheApplicationsMemoryWithPitches) {
  std::vector<cl_int> rows(32 * height, -5);
  for (size_t i = 0; i < width * height; ++i) {
    rows[i / width * 32 + i % width] = cl_int(i);
  }
  auto description = flat();
  description.image_row_pitch = 32 * sizeof(cl_int);
  const Owned<cl_mem> image = make_image(description, CL_MEM_USE_HOST_PTR, rows.data());
  EXPECT_EQ(texels(twin, image), numbers(width * height));
  ASSERT_EQ(fill_image(twin, image, -1, {3, 2, 0}, {5, 4, 1}), CL_SUCCESS);
  finish();
  size_t pitch = 0;
  cl_int error = 1;
  auto* place =
      static_cast<cl_int*>(clEnqueueMapImage(queues[cpu], image, CL_TRUE, CL_MAP_READ, zero, whole,
                                             &pitch, nullptr, 0, nullptr, nullptr, &error));
  ASSERT_EQ(error, CL_SUCCESS);
  EXPECT_EQ(place, rows.data());
  EXPECT_EQ(pitch, 32 * sizeof(cl_int));
  EXPECT_EQ(rows[2 * 32 + 3], -1);
  EXPECT_EQ(rows[2 * 32 + 2], 2 * cl_int(width) + 2);
  EXPECT_EQ(rows[2 * 32 + width], -5);
  EXPECT_EQ(clEnqueueUnmapMemObject(queues[cpu], image, place, 0, nullptr, nullptr), CL_SUCCESS);
  finish();
}

TEST_F(MixedImage, MapsOfABox) {
  for (const cl_map_flags flags :
       {cl_map_flags(CL_MAP_WRITE), cl_map_flags(CL_MAP_WRITE_INVALIDATE_REGION)}) {
    for (const size_t maps : {cpu, twin}) {
      const Owned<cl_mem> image = make_image(flat());
      const auto first = numbers(width * height);
      ASSERT_EQ(clEnqueueWriteImage(queues[twin], image, CL_TRUE, zero, whole, 0, 0, first.data(),
                                    0, nullptr, nullptr),
                CL_SUCCESS);
      const size_t origin[3] = {4, 5, 0}, region[3] = {6, 2, 1};
      size_t pitch = 0;
      cl_int error = 1;
      auto* place = static_cast<std::byte*>(clEnqueueMapImage(queues[maps], image, CL_TRUE, flags,
                                                              origin, region, &pitch, nullptr, 0,
                                                              nullptr, nullptr, &error));
      ASSERT_EQ(error, CL_SUCCESS);
      for (size_t y = 0; y < 2; ++y) {
        std::fill_n(reinterpret_cast<cl_int*>(place + y * pitch), 6, -3);
      }
      ASSERT_EQ(clEnqueueUnmapMemObject(queues[maps], image, place, 0, nullptr, nullptr),
                CL_SUCCESS);
      finish();
      const auto expected = numbers_with(-3, {4, 5, 0}, {6, 2, 1});
      EXPECT_EQ(texels(twin, image), expected);
      EXPECT_EQ(texels(cpu, image), expected);
    }
  }
}

TEST_F(MixedImage, LevelsOfAMipmapMoveOneByOne) {
  auto description = flat();
  description.num_mip_levels = 3;
  const Owned<cl_mem> image = make_image(description);
  for (size_t level = 0; level < 3; ++level) {
    ASSERT_EQ(fill_image(level % 2, image, cl_int(level) + 1, {0, 0, level},
                         {width >> level, height >> level, 1}),
              CL_SUCCESS);
  }
  finish();
  for (const size_t on : {cpu, twin}) {
    for (size_t level = 0; level < 3; ++level) {
      const size_t origin[3] = {0, 0, level}, region[3] = {width >> level, height >> level, 1};
      EXPECT_EQ(texels(on, image, origin, region), all(cl_int(level) + 1, region[0] * region[1]));
    }
  }
}

TEST_F(MixedImage, CopiesFromAndToBuffers) {
  const Owned<cl_mem> buffer = make_buffer_of(numbers(width * height));
  const Owned<cl_mem> image = make_image(flat());
  const Owned<cl_mem> other = make_image(flat());
  ASSERT_EQ(
      clEnqueueCopyBufferToImage(queues[twin], buffer, image, 0, zero, whole, 0, nullptr, nullptr),
      CL_SUCCESS);
  finish();
  ASSERT_EQ(clEnqueueCopyImage(queues[cpu], image, other, zero, zero, whole, 0, nullptr, nullptr),
            CL_SUCCESS);
  ASSERT_EQ(fill(twin, buffer, -1, 0, width * height), CL_SUCCESS);
  finish();
  ASSERT_EQ(
      clEnqueueCopyImageToBuffer(queues[twin], other, buffer, zero, whole, 0, 0, nullptr, nullptr),
      CL_SUCCESS);
  finish();
  EXPECT_EQ(contents<cl_int>(cpu, buffer, width * height), numbers(width * height));
}

TEST_F(MixedImage, AnImageInABufferIsItsBytes) {
  constexpr size_t row = 64, rows = 8; // a pitch that both devices take
  const Owned<cl_mem> buffer = make_buffer_of(numbers(row * rows));
  cl_image_desc description = {};
  description.image_type = CL_MEM_OBJECT_IMAGE2D;
  description.image_width = row;
  description.image_height = rows;
  description.image_row_pitch = row * sizeof(cl_int);
  description.mem_object = buffer;
  const Owned<cl_mem> image = make_image(description);
  const size_t region[3] = {row, rows, 1};
  EXPECT_EQ(texels(twin, image, zero, region), numbers(row * rows));
  ASSERT_EQ(fill_image(twin, image, -1, {0, 1, 0}, {row, 1, 1}), CL_SUCCESS);
  finish();
  auto expected = numbers(row * rows);
  std::fill_n(expected.begin() + row, row, -1);
  EXPECT_EQ(contents<cl_int>(cpu, buffer, row * rows), expected);
  ASSERT_EQ(fill(cpu, buffer, -2, 0, row), CL_SUCCESS);
  finish();
  std::fill_n(expected.begin(), row, -2);
  EXPECT_EQ(texels(twin, image, zero, region), expected);
}

/// A launch does not tell which images it would use by their handles, so that they could not move.
TEST_F(MixedImage, HaveNoHandles) {
  cl_ulong handle = 0;
  const Owned<cl_mem> image = make_image(flat());
  EXPECT_EQ(clGetImageInfo(image, CL_IMAGE_HANDLE_LANEWISE, sizeof handle, &handle, nullptr),
            CL_INVALID_OPERATION);
  const Owned<cl_sampler> sampler =
      clCreateSampler(context, CL_TRUE, CL_ADDRESS_REPEAT, CL_FILTER_LINEAR, nullptr);
  EXPECT_EQ(clGetSamplerInfo(sampler, CL_SAMPLER_HANDLE_LANEWISE, sizeof handle, &handle, nullptr),
            CL_INVALID_OPERATION);
}

} // namespace
