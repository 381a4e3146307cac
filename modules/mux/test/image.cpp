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
                                 {}};
  mux_image_t image = nullptr;
  EXPECT_EQ(muxCreateImage(device, &info, allocator, &image), mux_error_feature_unsupported);
  const mux_sampler_info_t sampler_info = {mux_address_mode_none, mux_filter_mode_nearest, false};
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

INSTANTIATE_TEST_SUITE_P(Devices, Image, testing::ValuesIn(all_devices()), device_name);

} // namespace
