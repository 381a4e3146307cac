// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Images of cl_ext_image_raw10_raw12 without kernels: what there is, errors, and the host's
// commands.
#include "memory/image_fixture.h"
#include "query.h"

namespace {

constexpr cl_image_format raw10 = {CL_R, CL_UNSIGNED_INT_RAW10_EXT},
                          raw12 = {CL_R, CL_UNSIGNED_INT_RAW12_EXT};

} // namespace

class ImageRaw : public ClTest {
protected:
  cl_int create(const cl_image_format& format, size_t wide, size_t high = 4,
                cl_mem_flags flags = CL_MEM_READ_ONLY, void* host = nullptr, size_t pitch = 0,
                cl_uint levels = 0) {
    cl_image_desc shape = {};
    shape.image_type = CL_MEM_OBJECT_IMAGE2D;
    shape.image_width = wide;
    shape.image_height = high;
    shape.image_row_pitch = pitch;
    shape.num_mip_levels = levels;
    cl_int error = 1;
    image = Owned<cl_mem>(clCreateImage(context, flags, &format, &shape, host, &error));
    return error;
  }
  bool is_listed(cl_mem_flags flags, const cl_image_format& format,
                 cl_mem_object_type type = CL_MEM_OBJECT_IMAGE2D) {
    cl_uint count = 0;
    EXPECT_EQ(clGetSupportedImageFormats(context, flags, type, 0, nullptr, &count), CL_SUCCESS);
    std::vector<cl_image_format> all(count);
    EXPECT_EQ(clGetSupportedImageFormats(context, flags, type, count, all.data(), nullptr),
              CL_SUCCESS);
    for (const cl_image_format& each : all) {
      if (each.image_channel_order == format.image_channel_order &&
          each.image_channel_data_type == format.image_channel_data_type) {
        return true;
      }
    }
    return false;
  }
  std::vector<unsigned char> bytes_of(cl_mem object, size_t row, size_t height = 4) {
    const size_t origin[3] = {}, region[3] = {width, height, 1};
    std::vector<unsigned char> bytes(row * height);
    EXPECT_EQ(clEnqueueReadImage(queue, object, CL_TRUE, origin, region, 0, 0, bytes.data(), 0,
                                 nullptr, nullptr),
              CL_SUCCESS);
    return bytes;
  }
  static std::vector<unsigned char> some_bytes(size_t count, int seed = 1) {
    std::vector<unsigned char> bytes(count);
    for (size_t i = 0; i < count; ++i) {
      bytes[i] = static_cast<unsigned char>(i * 37 + size_t(seed) * 11);
    }
    return bytes;
  }

  static constexpr size_t width = 16;
  Owned<cl_mem> image;
};

TEST_F(ImageRaw, isReported) {
  const auto query = [&](auto... args) { return clGetDeviceInfo(device, args...); };
  const std::string extensions = " " + query_text(query, CL_DEVICE_EXTENSIONS) + " ";
  EXPECT_NE(extensions.find(" cl_ext_image_raw10_raw12 "), std::string::npos);
  for (const cl_image_format& format : {raw10, raw12}) {
    EXPECT_TRUE(is_listed(CL_MEM_READ_ONLY, format));
    EXPECT_FALSE(is_listed(CL_MEM_READ_WRITE, format));
    EXPECT_FALSE(is_listed(CL_MEM_WRITE_ONLY, format));
    EXPECT_FALSE(is_listed(0, format));
    EXPECT_FALSE(is_listed(CL_MEM_KERNEL_READ_AND_WRITE, format));
  }
}

/// Sensors make rows and planes of texels.
TEST_F(ImageRaw, isOfOneOrTwoDimensions) {
  cl_image_desc shape = {};
  shape.image_type = CL_MEM_OBJECT_IMAGE3D;
  shape.image_width = 16;
  shape.image_height = shape.image_depth = 4;
  for (const cl_image_format& format : {raw10, raw12}) {
    for (const cl_mem_object_type type :
         {CL_MEM_OBJECT_IMAGE1D, CL_MEM_OBJECT_IMAGE1D_ARRAY, CL_MEM_OBJECT_IMAGE2D_ARRAY}) {
      EXPECT_TRUE(is_listed(CL_MEM_READ_ONLY, format, type)) << type;
    }
    EXPECT_FALSE(is_listed(CL_MEM_READ_ONLY, format, CL_MEM_OBJECT_IMAGE3D));
    cl_int error = 0;
    EXPECT_FALSE(clCreateImage(context, CL_MEM_READ_ONLY, &format, &shape, nullptr, &error));
    EXPECT_EQ(error, CL_IMAGE_FORMAT_NOT_SUPPORTED);
  }
}

TEST_F(ImageRaw, Errors) {
  EXPECT_EQ(create(raw10, 16), CL_SUCCESS);
  for (const size_t wrong : {1, 2, 15, 18}) {
    EXPECT_EQ(create(raw10, wrong), CL_INVALID_IMAGE_DESCRIPTOR) << wrong;
  }
  EXPECT_EQ(create(raw12, 18), CL_SUCCESS);
  EXPECT_EQ(create(raw12, 17), CL_INVALID_IMAGE_DESCRIPTOR);
  for (const cl_mem_flags flags :
       {cl_mem_flags(0), cl_mem_flags(CL_MEM_READ_WRITE), cl_mem_flags(CL_MEM_WRITE_ONLY)}) {
    EXPECT_EQ(create(raw10, 16, 4, flags), CL_IMAGE_FORMAT_NOT_SUPPORTED);
  }
  EXPECT_EQ(create({CL_RG, CL_UNSIGNED_INT_RAW10_EXT}, 16), CL_INVALID_IMAGE_FORMAT_DESCRIPTOR);
  EXPECT_EQ(create(raw10, 16, 4, CL_MEM_READ_ONLY, nullptr, 0, 2), CL_INVALID_IMAGE_DESCRIPTOR);
  std::vector<unsigned char> memory(1000);
  EXPECT_EQ(create(raw10, 16, 4, CL_MEM_READ_ONLY | CL_MEM_USE_HOST_PTR, memory.data(), 19),
            CL_INVALID_IMAGE_DESCRIPTOR);
  EXPECT_EQ(create(raw10, 16, 4, CL_MEM_READ_ONLY | CL_MEM_USE_HOST_PTR, memory.data(), 23),
            CL_SUCCESS);
}

TEST_F(ImageRaw, Queries) {
  ASSERT_EQ(create(raw10, 16), CL_SUCCESS);
  const auto query = [&](auto... args) { return clGetImageInfo(image, args...); };
  EXPECT_EQ(query_as<size_t>(query, CL_IMAGE_ELEMENT_SIZE), 2u);
  EXPECT_EQ(query_as<size_t>(query, CL_IMAGE_ROW_PITCH), 20u);
  EXPECT_EQ(query_as<size_t>(query, CL_IMAGE_WIDTH), 16u);
  ASSERT_EQ(create(raw12, 16), CL_SUCCESS);
  EXPECT_EQ(query_as<size_t>(query, CL_IMAGE_ROW_PITCH), 24u);
  const auto memory = [&](auto... args) { return clGetMemObjectInfo(image, args...); };
  EXPECT_GE(query_as<size_t>(memory, CL_MEM_SIZE), 96u);
  EXPECT_TRUE(!shares_memory() || query_as<size_t>(memory, CL_MEM_SIZE) == 96u);
}

TEST_F(ImageRaw, readsWritesAndCopiesOfParts) {
  for (const cl_image_format& format : {raw10, raw12}) {
    const bool is_10 = format.image_channel_data_type == CL_UNSIGNED_INT_RAW10_EXT;
    const size_t together = is_10 ? 4 : 2, bytes = is_10 ? 5 : 3, row = width / together * bytes;
    ASSERT_EQ(create(format, width), CL_SUCCESS);
    std::vector<unsigned char> expected = some_bytes(row * 4);
    const size_t origin[3] = {}, region[3] = {width, 4, 1};
    ASSERT_EQ(clEnqueueWriteImage(queue, image, CL_TRUE, origin, region, 0, 0, expected.data(), 0,
                                  nullptr, nullptr),
              CL_SUCCESS);
    EXPECT_EQ(bytes_of(image, row), expected);
    // A part, of which rows are 20 bytes apart in memory.
    const size_t part[3] = {together, 1, 0}, part_size[3] = {2 * together, 2, 1};
    const auto written = some_bytes(40, 9);
    ASSERT_EQ(clEnqueueWriteImage(queue, image, CL_TRUE, part, part_size, 20, 0, written.data(), 0,
                                  nullptr, nullptr),
              CL_SUCCESS);
    for (size_t y = 0; y < 2; ++y) {
      std::copy_n(&written[y * 20], 2 * bytes, &expected[(y + 1) * row + bytes]);
    }
    EXPECT_EQ(bytes_of(image, row), expected);
    // To another image, elsewhere; through a buffer; by a map.
    Owned<cl_mem> first = std::move(image);
    ASSERT_EQ(create(format, width), CL_SUCCESS);
    auto copied = some_bytes(row * 4, 5);
    ASSERT_EQ(clEnqueueWriteImage(queue, image, CL_TRUE, origin, region, 0, 0, copied.data(), 0,
                                  nullptr, nullptr),
              CL_SUCCESS);
    const size_t to[3] = {2 * together, 0, 0};
    ASSERT_EQ(clEnqueueCopyImage(queue, first, image, part, to, part_size, 0, nullptr, nullptr),
              CL_SUCCESS);
    for (size_t y = 0; y < 2; ++y) {
      std::copy_n(&expected[(y + 1) * row + bytes], 2 * bytes, &copied[y * row + 2 * bytes]);
    }
    EXPECT_EQ(bytes_of(image, row), copied);
    const Owned<cl_mem> buffer = make_buffer(100);
    ASSERT_EQ(
        clEnqueueCopyImageToBuffer(queue, image, buffer, to, part_size, 3, 0, nullptr, nullptr),
        CL_SUCCESS);
    const auto in_buffer = contents<unsigned char>(buffer, 100);
    for (size_t y = 0; y < 2; ++y) {
      EXPECT_TRUE(std::equal(&in_buffer[3 + y * 2 * bytes], &in_buffer[3 + (y + 1) * 2 * bytes],
                             &copied[y * row + 2 * bytes]));
    }
    ASSERT_EQ(
        clEnqueueCopyBufferToImage(queue, buffer, image, 3, part, part_size, 0, nullptr, nullptr),
        CL_SUCCESS);
    for (size_t y = 0; y < 2; ++y) {
      std::copy_n(&in_buffer[3 + y * 2 * bytes], 2 * bytes, &copied[(y + 1) * row + bytes]);
    }
    EXPECT_EQ(bytes_of(image, row), copied);
    size_t pitch = 0;
    cl_int error = 1;
    auto* mapped = static_cast<unsigned char*>(clEnqueueMapImage(queue, image, CL_TRUE, CL_MAP_READ,
                                                                 part, part_size, &pitch, nullptr,
                                                                 0, nullptr, nullptr, &error));
    ASSERT_EQ(error, CL_SUCCESS);
    EXPECT_EQ(pitch, row);
    EXPECT_EQ(mapped[0], copied[row + bytes]);
    EXPECT_EQ(clEnqueueUnmapMemObject(queue, image, mapped, 0, nullptr, nullptr), CL_SUCCESS);
    // A fill.
    const cl_uint color[4] = {0x2A7, 1, 1, 1};
    ASSERT_EQ(clEnqueueFillImage(queue, image, color, part, part_size, 0, nullptr, nullptr),
              CL_SUCCESS);
    const std::vector<unsigned char> group =
        is_10 ? std::vector<unsigned char>{0xA9, 0xA9, 0xA9, 0xA9, 0xFF}
              : std::vector<unsigned char>{0x2A, 0x2A, 0x77};
    for (size_t y = 1; y < 3; ++y) {
      for (size_t i = 0; i < 2 * bytes; ++i) {
        copied[y * row + bytes + i] = group[i % bytes];
      }
    }
    EXPECT_EQ(bytes_of(image, row), copied);
  }
}

TEST_F(ImageRaw, regionsThatShareBytesWithOthers) {
  ASSERT_EQ(create(raw10, width), CL_SUCCESS);
  std::vector<unsigned char> memory(100);
  const size_t whole[3] = {};
  const size_t wrong_origin[3] = {2, 0, 0}, four[3] = {4, 1, 1}, wrong_region[3] = {6, 1, 1};
  for (const auto& [origin, region] :
       {std::pair<const size_t*, const size_t*>(wrong_origin, four), {whole, wrong_region}}) {
    EXPECT_EQ(clEnqueueReadImage(queue, image, CL_TRUE, origin, region, 0, 0, memory.data(), 0,
                                 nullptr, nullptr),
              CL_INVALID_VALUE);
    EXPECT_EQ(clEnqueueWriteImage(queue, image, CL_TRUE, origin, region, 0, 0, memory.data(), 0,
                                  nullptr, nullptr),
              CL_INVALID_VALUE);
    const cl_uint color[4] = {};
    EXPECT_EQ(clEnqueueFillImage(queue, image, color, origin, region, 0, nullptr, nullptr),
              CL_INVALID_VALUE);
    EXPECT_EQ(clEnqueueCopyImage(queue, image, image, origin, whole, region, 0, nullptr, nullptr),
              CL_INVALID_VALUE);
    size_t pitch = 0;
    cl_int error = 0;
    EXPECT_EQ(clEnqueueMapImage(queue, image, CL_TRUE, CL_MAP_READ, origin, region, &pitch, nullptr,
                                0, nullptr, nullptr, &error),
              nullptr);
    EXPECT_EQ(error, CL_INVALID_VALUE);
  }
}
