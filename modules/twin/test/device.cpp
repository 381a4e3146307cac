// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Properties of this device that the tests of mux do not ask of every device.
#include "mux/config.h"

#include <chrono>
#include <cstdlib>
#include <gtest/gtest.h>

namespace {

const mux_allocator_info_t allocator = {
    [](void*, size_t size, size_t alignment) {
      return std::aligned_alloc(alignment, (size + alignment - 1) / alignment * alignment);
    },
    [](void*, void* memory) { std::free(memory); }, nullptr};

class Twin : public testing::Test {
protected:
  void SetUp() override {
    mux_device_info_t info = nullptr;
    ASSERT_EQ(muxGetDeviceInfos(MUX_TARGET_TWIN, mux_device_type_accelerator, 1, &info, nullptr),
              mux_success);
    ASSERT_EQ(muxCreateDevice(MUX_TARGET_TWIN, info, allocator, &device), mux_success);
    ASSERT_EQ(muxGetQueue(device, mux_queue_type_compute, 0, &queue), mux_success);
  }
  void TearDown() override { muxDestroyDevice(device, allocator); }

  mux_device_t device = nullptr;
  mux_queue_t queue = nullptr;
};

/// Commands that write bytes to memory of the device's own.
class Writing : public Twin {
protected:
  void SetUp() override {
    Twin::SetUp();
    ASSERT_EQ(muxAllocateMemory(device, 64, 1, mux_memory_property_device_local,
                                mux_allocation_type_alloc_device, 0, allocator, &memory),
              mux_success);
    ASSERT_EQ(muxCreateBuffer(device, 64, allocator, &buffer), mux_success);
    ASSERT_EQ(muxBindBufferMemory(device, memory, buffer, 0), mux_success);
    ASSERT_EQ(muxCreateCommandBuffer(device, mux_command_order_in_order, allocator, &commands),
              mux_success);
    ASSERT_EQ(muxCommandWriteBuffer(commands, buffer, 0, "twin", 5, nullptr, nullptr), mux_success);
    ASSERT_EQ(muxFinalizeCommandBuffer(commands), mux_success);
    ASSERT_EQ(muxCreateFence(device, allocator, &fence), mux_success);
  }
  void TearDown() override {
    muxDestroyFence(device, fence, allocator);
    muxDestroyCommandBuffer(device, commands, allocator);
    muxDestroyBuffer(device, buffer, allocator);
    muxFreeMemory(device, memory, allocator);
    Twin::TearDown();
  }
  void dispatch() {
    ASSERT_EQ(muxDispatch(queue, commands, fence, nullptr, 0, nullptr, 0, nullptr, nullptr),
              mux_success);
  }

  mux_memory_t memory = nullptr;
  mux_buffer_t buffer = nullptr;
  mux_command_buffer_t commands = nullptr;
  mux_fence_t fence = nullptr;
};

TEST_F(Writing, doesNotHappenInTheDispatch) {
  const auto begin = std::chrono::steady_clock::now();
  dispatch();
  EXPECT_EQ(muxTryWait(queue, mux_wait_forever, fence), mux_success);
  EXPECT_GE(std::chrono::steady_clock::now() - begin, std::chrono::microseconds(50));
}

using WritingDeathTest = Writing;

TEST_F(WritingDeathTest, isOutOfTheHostsReach) {
  dispatch();
  ASSERT_EQ(muxTryWait(queue, mux_wait_forever, fence), mux_success);
  const auto* address = reinterpret_cast<const volatile char*>(memory->address);
  EXPECT_DEATH({ EXPECT_EQ(*address, 't'); }, "");
}

TEST_F(Twin, isNobodyElses) {
  mux_fence_t fence = nullptr;
  ASSERT_EQ(muxCreateFence(device, allocator, &fence), mux_success);
  EXPECT_EQ(fence->header.id, MUX_TARGET_TWIN);
  EXPECT_FALSE(device->info->unified_memory);
  fence->header.id = MUX_TARGET_HOST;
  EXPECT_EQ(muxResetFence(device, fence), mux_error_invalid_object);
  fence->header.id = MUX_TARGET_TWIN;
  muxDestroyFence(device, fence, allocator);
}

} // namespace
