// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "fixture.h"

namespace {

using namespace mux_test;

class Image : public DeviceTest {};

TEST_P(Image, devicesWithoutImagesSaySo) {
  if (GetParam()->image_support) {
    GTEST_SKIP() << "the device has images";
  }
  uint64_t length = 99;
  EXPECT_EQ(muxGetImageFormats(device, mux_image_type_2d, 0, nullptr, &length), mux_success);
  EXPECT_EQ(length, 0u);
  const mux_image_info_t info = {mux_image_type_2d,
                                 {mux_image_channel_order_rgba, mux_image_channel_type_unorm_int8},
                                 {4, 4, 1},
                                 0,
                                 {},
                                 0};
  mux_image_t image = nullptr;
  EXPECT_EQ(muxCreateImage(device, &info, allocator, &image), mux_error_feature_unsupported);
  const mux_sampler_info_t sampler_info = {
      mux_address_mode_none, mux_filter_mode_nearest, false, mux_filter_mode_nearest, 0, 0};
  mux_sampler_t sampler = nullptr;
  EXPECT_EQ(muxCreateSampler(device, &sampler_info, allocator, &sampler),
            mux_error_feature_unsupported);
}

TEST_P(Image, wrongParameters) {
  uint64_t length = 0;
  EXPECT_EQ(muxGetImageFormats(device, mux_image_type_e(0), 0, nullptr, &length),
            mux_error_invalid_value);
  EXPECT_EQ(muxGetImageFormats(device, mux_image_type_2d, 1, nullptr, &length),
            mux_error_null_pointer);
  mux_image_t image = nullptr;
  EXPECT_EQ(muxCreateImage(device, nullptr, allocator, &image), mux_error_null_pointer);
  EXPECT_EQ(muxDestroyImage(device, wrong(image), allocator), mux_error_invalid_object);
  const mux_memory_t memory = make_buffer(64)->memory;
  EXPECT_EQ(muxBindImageMemory(device, memory, nullptr, 0), mux_error_null_pointer);
  EXPECT_EQ(muxBindImageMemory(device, memory, wrong(image), 0), mux_error_invalid_object);
  EXPECT_EQ(muxBindImageMemory(device, nullptr, nullptr, 0), mux_error_null_pointer);
  mux_sampler_t sampler = nullptr;
  EXPECT_EQ(muxCreateSampler(device, nullptr, allocator, &sampler), mux_error_null_pointer);
  EXPECT_EQ(muxDestroySampler(device, wrong(sampler), allocator), mux_error_invalid_object);
}

TEST_P(Image, commandsNeedImages) {
  const mux_command_buffer_t commands = make_command_buffer();
  const mux_buffer_t buffer = make_buffer(64);
  char bytes[64] = {};
  EXPECT_EQ(muxCommandReadImage(commands, nullptr, {}, {}, {}, bytes, nullptr, nullptr),
            mux_error_null_pointer);
  EXPECT_EQ(
      muxCommandWriteImage(commands, wrong(mux_image_t()), {}, {}, {}, bytes, nullptr, nullptr),
      mux_error_invalid_object);
  EXPECT_EQ(muxCommandFillImage(commands, nullptr, {}, {}, bytes, nullptr, nullptr),
            mux_error_null_pointer);
  EXPECT_EQ(muxCommandCopyImage(commands, nullptr, nullptr, {}, {}, {}, nullptr, nullptr),
            mux_error_null_pointer);
  EXPECT_EQ(muxCommandCopyImageToBuffer(commands, nullptr, buffer, {}, 0, {}, {}, nullptr, nullptr),
            mux_error_null_pointer);
  EXPECT_EQ(muxCommandCopyBufferToImage(commands, buffer, nullptr, 0, {}, {}, {}, nullptr, nullptr),
            mux_error_null_pointer);
}

/// A 2D image of four bytes a texel, with memory of its own.
class ImageData : public DeviceTest {
protected:
  void SetUp() override {
    DeviceTest::SetUp();
    if (!GetParam()->image_support) {
      GTEST_SKIP() << "the device has no images";
    }
    info = {mux_image_type_2d,
            {mux_image_channel_order_rgba, mux_image_channel_type_unsigned_int8},
            {4, 3, 1},
            0,
            {},
            0};
  }
  void TearDown() override {
    if (image != nullptr) {
      EXPECT_EQ(muxDestroyImage(device, image, allocator), mux_success);
      EXPECT_EQ(muxFreeMemory(device, memory, allocator), mux_success);
    }
    DeviceTest::TearDown();
  }
  void make_image() {
    ASSERT_EQ(muxCreateImage(device, &info, allocator, &image), mux_success);
    ASSERT_EQ(muxAllocateMemory(device, image->requirements.size, 0,
                                mux_memory_property_host_visible, mux_allocation_type_alloc_host, 0,
                                allocator, &memory),
              mux_success);
    ASSERT_EQ(muxBindImageMemory(device, memory, image, 0), mux_success);
  }
  mux_image_info_t info = {mux_image_type_2d,
                           {mux_image_channel_order_rgba, mux_image_channel_type_unorm_int8},
                           {},
                           0,
                           {},
                           0};
  mux_image_t image = nullptr;
  mux_memory_t memory = nullptr;
};

TEST_P(ImageData, handlesAreForDevicesThatTakeThem) {
  make_image();
  EXPECT_EQ(image->handle != 0, GetParam()->image_handles);
}

TEST_P(ImageData, sizesAndFormats) {
  uint64_t length = 0;
  ASSERT_EQ(muxGetImageFormats(device, mux_image_type_2d, 0, nullptr, &length), mux_success);
  EXPECT_GT(length, 10u);
  std::vector<mux_image_format_t> formats(length);
  EXPECT_EQ(muxGetImageFormats(device, mux_image_type_2d, length, formats.data(), nullptr),
            mux_success);
  for (const mux_image_format_t& format : formats) {
    mux_image_info_t other = info;
    other.format = format;
    mux_image_t made = nullptr;
    EXPECT_EQ(muxCreateImage(device, &other, allocator, &made), mux_success);
    EXPECT_EQ(muxDestroyImage(device, made, allocator), mux_success);
  }
  const auto refuse = [&](auto change) {
    mux_image_info_t other = info;
    change(other);
    mux_image_t made = nullptr;
    EXPECT_EQ(muxCreateImage(device, &other, allocator, &made), mux_error_invalid_value);
  };
  refuse([](auto& i) { i.size.x = 0; });
  refuse([](auto& i) { i.size.z = 2; });
  refuse([&](auto& i) { i.size.x = GetParam()->max_image_dimension_2d + 1; });
  refuse([&](auto& i) { i.array_layers = GetParam()->max_image_array_layers + 1; });
  refuse([](auto& i) { i.layout.row_pitch = 15; });
  refuse([](auto& i) { i.layout.slice_pitch = 47; });
  refuse([](auto& i) { i.layout.slice_pitch = 49; }); // no whole texels
  refuse([](auto& i) { i.format.type = mux_image_channel_type_unorm_short_565; });
  allocator.left = 0;
  mux_image_t made = nullptr;
  EXPECT_EQ(muxCreateImage(device, &info, allocator, &made), mux_error_out_of_memory);
  const mux_sampler_info_t sampler_info = {
      mux_address_mode_repeat, mux_filter_mode_linear, true, mux_filter_mode_linear, 0, 16};
  mux_sampler_t sampler = nullptr;
  EXPECT_EQ(muxCreateSampler(device, &sampler_info, allocator, &sampler), mux_error_out_of_memory);
  allocator.left = INT64_MAX;
  ASSERT_EQ(muxCreateSampler(device, &sampler_info, allocator, &sampler), mux_success);
  EXPECT_EQ(muxDestroySampler(device, sampler, allocator), mux_success);
}

TEST_P(ImageData, bindsOnceWithinTheMemory) {
  make_image();
  const mux_buffer_layout_t& layout = image->info.layout;
  EXPECT_GE(layout.row_pitch, 16u);
  EXPECT_GE(layout.slice_pitch, 3 * layout.row_pitch);
  EXPECT_EQ(image->requirements.size, 2 * layout.row_pitch + 16);
  EXPECT_EQ(muxBindImageMemory(device, memory, image, 0), mux_error_invalid_state);
  mux_image_t other = nullptr;
  ASSERT_EQ(muxCreateImage(device, &info, allocator, &other), mux_success);
  EXPECT_EQ(muxBindImageMemory(device, memory, other, 1), mux_error_invalid_value);
  EXPECT_EQ(muxDestroyImage(device, other, allocator), mux_success);
}

TEST_P(ImageData, movesBoxes) {
  make_image();
  mux_command_buffer_t commands = make_command_buffer();
  const uint32_t color[4] = {1, 2, 3, 4};
  std::vector<uint32_t> texels = {10, 11, 0, 12, 13, 0}, result(12);
  void* bytes = nullptr;
  const mux_buffer_t buffer = make_buffer(16, &bytes);
  EXPECT_EQ(muxCommandFillImage(commands, image, {}, {4, 3, 1}, color, nullptr, nullptr),
            mux_success);
  EXPECT_EQ(muxCommandWriteImage(commands, image, {1, 1, 0}, {2, 2, 1}, {12, 24}, texels.data(),
                                 nullptr, nullptr),
            mux_success);
  EXPECT_EQ(muxCommandCopyImage(commands, image, image, {1, 1, 0}, {3, 0, 0}, {1, 1, 1}, nullptr,
                                nullptr),
            mux_success);
  EXPECT_EQ(muxCommandCopyImageToBuffer(commands, image, buffer, {2, 1, 0}, 8, {1, 2, 1}, {4, 8},
                                        nullptr, nullptr),
            mux_success);
  EXPECT_EQ(muxCommandCopyBufferToImage(commands, buffer, image, 8, {0, 0, 0}, {2, 1, 1}, {8, 8},
                                        nullptr, nullptr),
            mux_success);
  EXPECT_EQ(muxCommandReadImage(commands, image, {}, {4, 3, 1}, {16, 48}, result.data(), nullptr,
                                nullptr),
            mux_success);
  ASSERT_EQ(run(commands), mux_success);
  const uint32_t c = 0x04030201;
  EXPECT_EQ(result, (std::vector<uint32_t>{11, 13, c, 10, c, 10, 11, c, c, 12, 13, c}));
}

TEST_P(ImageData, givenPitchesAreKept) {
  info.layout = {20, 80};
  make_image();
  EXPECT_EQ(image->info.layout.row_pitch, 20u);
  EXPECT_EQ(image->info.layout.slice_pitch, 80u);
}

/// Commands on a level are on the mipmap's texels, wherever these are.
TEST_P(ImageData, levelsOfMipmaps) {
  info.mip_levels = 3;
  mux_image_t level = nullptr;
  mux_image_t unbound = nullptr;
  ASSERT_EQ(muxCreateImage(device, &info, allocator, &unbound), mux_success);
  EXPECT_EQ(muxCreateImageLevel(device, unbound, 1, allocator, &level), mux_error_invalid_state);
  EXPECT_EQ(muxDestroyImage(device, unbound, allocator), mux_success);
  make_image();
  EXPECT_EQ(muxCreateImageLevel(device, image, 3, allocator, &level), mux_error_invalid_value);
  std::vector<mux_image_t> levels;
  std::vector<std::vector<uint32_t>> results;
  mux_command_buffer_t commands = make_command_buffer();
  for (uint32_t i = 0; i < 3; ++i) {
    ASSERT_EQ(muxCreateImageLevel(device, image, i, allocator, &level), mux_success);
    levels.push_back(level);
    const mux_extent_3d_t& size = level->info.size;
    EXPECT_EQ(size.x, std::max<uint64_t>(4 >> i, 1));
    EXPECT_EQ(size.y, std::max<uint64_t>(3 >> i, 1));
    EXPECT_EQ(level->memory, memory);
    const uint32_t color[4] = {i, i, i, i};
    EXPECT_EQ(muxCommandFillImage(commands, level, {}, size, color, nullptr, nullptr), mux_success);
  }
  for (uint32_t i = 0; i < 3; ++i) {
    const mux_extent_3d_t& size = levels[i]->info.size;
    std::vector<uint32_t>& texels = results.emplace_back(size.x * size.y);
    EXPECT_EQ(muxCommandReadImage(commands, levels[i], {}, size, {size.x * 4, size.x * size.y * 4},
                                  texels.data(), nullptr, nullptr),
              mux_success);
  }
  uint32_t of_the_first = 9;
  EXPECT_EQ(muxCommandReadImage(commands, image, {3, 2, 0}, {1, 1, 1}, {4, 4}, &of_the_first,
                                nullptr, nullptr),
            mux_success);
  ASSERT_EQ(run(commands), mux_success);
  EXPECT_EQ(of_the_first, 0u);
  for (uint32_t i = 0; i < 3; ++i) {
    EXPECT_EQ(results[i], std::vector<uint32_t>(results[i].size(), i * 0x01010101));
    EXPECT_EQ(muxDestroyImage(device, levels[i], allocator), mux_success);
  }
}

TEST_P(ImageData, commandsStayInside) {
  make_image();
  mux_command_buffer_t commands = make_command_buffer();
  const mux_buffer_t buffer = make_buffer(16);
  uint32_t texels[64] = {};
  for (const auto& [offset, extent] :
       {std::pair<mux_extent_3d_t, mux_extent_3d_t>{{4, 0, 0}, {1, 1, 1}},
        {{0, 3, 0}, {1, 1, 1}},
        {{0, 0, 1}, {1, 1, 1}},
        {{1, 0, 0}, {4, 1, 1}},
        {{UINT64_MAX, 0, 0}, {2, 1, 1}}}) {
    EXPECT_EQ(
        muxCommandReadImage(commands, image, offset, extent, {16, 48}, texels, nullptr, nullptr),
        mux_error_invalid_value);
    EXPECT_EQ(
        muxCommandWriteImage(commands, image, offset, extent, {16, 48}, texels, nullptr, nullptr),
        mux_error_invalid_value);
    EXPECT_EQ(muxCommandFillImage(commands, image, offset, extent, texels, nullptr, nullptr),
              mux_error_invalid_value);
    EXPECT_EQ(muxCommandCopyImage(commands, image, image, offset, {}, extent, nullptr, nullptr),
              mux_error_invalid_value);
    EXPECT_EQ(muxCommandCopyImage(commands, image, image, {}, offset, extent, nullptr, nullptr),
              mux_error_invalid_value);
    EXPECT_EQ(muxCommandCopyImageToBuffer(commands, image, buffer, offset, 0, extent, {16, 48},
                                          nullptr, nullptr),
              mux_error_invalid_value);
  }
  EXPECT_EQ(muxCommandCopyImageToBuffer(commands, image, buffer, {}, 1, {4, 1, 1}, {16, 48},
                                        nullptr, nullptr),
            mux_error_invalid_value);
  EXPECT_EQ(muxCommandCopyBufferToImage(commands, buffer, image, 0, {}, {4, 2, 1}, {16, 48},
                                        nullptr, nullptr),
            mux_error_invalid_value);
}

INSTANTIATE_TEST_SUITE_P(Devices, ImageData, testing::ValuesIn(all_devices()), device_name);
INSTANTIATE_TEST_SUITE_P(Devices, Image, testing::ValuesIn(all_devices()), device_name);

} // namespace
