// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "fixture.h"

namespace {

using namespace mux_test;

class DeviceQueue : public DeviceTest {};

TEST_P(DeviceQueue, haveSizesAndAddresses) {
  const uint64_t most = GetParam()->max_device_queue_size;
  mux_device_queue_t one = nullptr, other = nullptr;
  if (most == 0) {
    EXPECT_EQ(muxCreateDeviceQueue(device, 1024, allocator, &one), mux_error_feature_unsupported);
    return;
  }
  EXPECT_GT(GetParam()->preferred_device_queue_size, 0u);
  EXPECT_LE(GetParam()->preferred_device_queue_size, most);
  ASSERT_EQ(muxCreateDeviceQueue(device, 1024, allocator, &one), mux_success);
  ASSERT_EQ(muxCreateDeviceQueue(device, most, allocator, &other), mux_success);
  EXPECT_EQ(one->size, 1024u);
  EXPECT_EQ(other->size, most);
  EXPECT_NE(one->address, 0u);
  EXPECT_NE(one->address, other->address);
  EXPECT_EQ(muxDestroyDeviceQueue(device, one, allocator), mux_success);
  EXPECT_EQ(muxDestroyDeviceQueue(device, other, allocator), mux_success);
}

TEST_P(DeviceQueue, wrongParameters) {
  mux_device_queue_t made = nullptr;
  if (GetParam()->max_device_queue_size == 0) {
    GTEST_SKIP() << "kernels of the device cannot enqueue others";
  }
  EXPECT_EQ(muxCreateDeviceQueue(device, 0, allocator, &made), mux_error_invalid_value);
  EXPECT_EQ(muxCreateDeviceQueue(device, GetParam()->max_device_queue_size + 1, allocator, &made),
            mux_error_invalid_value);
  EXPECT_EQ(muxCreateDeviceQueue(device, 1024, allocator, nullptr), mux_error_null_pointer);
  EXPECT_EQ(muxDestroyDeviceQueue(device, nullptr, allocator), mux_error_null_pointer);
  EXPECT_EQ(made, nullptr);
}

INSTANTIATE_TEST_SUITE_P(Devices, DeviceQueue, testing::ValuesIn(all_devices()), device_name);

} // namespace
