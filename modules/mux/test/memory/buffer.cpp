// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "fixture.h"

namespace {

using namespace mux_test;

class Buffer : public DeviceTest {};

TEST_P(Buffer, isBoundToMemory) {
  mux_memory_t memory = nullptr;
  ASSERT_EQ(muxAllocateMemory(device, 4096, 0, mux_memory_property_host_visible,
                              mux_allocation_type_alloc_device, 0, allocator, &memory),
            mux_success);
  mux_buffer_t whole = nullptr, part = nullptr;
  ASSERT_EQ(muxCreateBuffer(device, 4096, allocator, &whole), mux_success);
  ASSERT_EQ(muxCreateBuffer(device, 100, allocator, &part), mux_success);
  EXPECT_EQ(whole->size, 4096u);
  EXPECT_EQ(whole->memory, nullptr);
  EXPECT_GE(whole->requirements.size, 4096u);
  EXPECT_NE(whole->requirements.heaps & 1, 0u);
  EXPECT_EQ(muxBindBufferMemory(device, memory, whole, 1), mux_error_invalid_value);
  EXPECT_EQ(muxBindBufferMemory(device, memory, part, 3997), mux_error_invalid_value);
  EXPECT_EQ(muxBindBufferMemory(device, memory, part, UINT64_MAX), mux_error_invalid_value);
  EXPECT_EQ(muxBindBufferMemory(device, memory, whole, 0), mux_success);
  EXPECT_EQ(muxBindBufferMemory(device, memory, part, 3996), mux_success);
  EXPECT_EQ(part->address, memory->address + 3996);
  EXPECT_EQ(part->memory, memory);
  EXPECT_EQ(muxBindBufferMemory(device, memory, part, 0), mux_error_invalid_state);
  EXPECT_EQ(muxDestroyBuffer(device, whole, allocator), mux_success);
  EXPECT_EQ(muxDestroyBuffer(device, part, allocator), mux_success);
  EXPECT_EQ(muxFreeMemory(device, memory, allocator), mux_success);
}

TEST_P(Buffer, wrongParameters) {
  mux_buffer_t buffer = nullptr;
  EXPECT_EQ(muxCreateBuffer(device, 0, allocator, &buffer), mux_error_invalid_value);
  EXPECT_EQ(muxCreateBuffer(device, 1, allocator, nullptr), mux_error_null_pointer);
  EXPECT_EQ(muxCreateBuffer(nullptr, 1, allocator, &buffer), mux_error_null_pointer);
  EXPECT_EQ(muxCreateBuffer(device, 1, {}, &buffer), mux_error_null_pointer);
  allocator.left = 0;
  EXPECT_EQ(muxCreateBuffer(device, 1, allocator, &buffer), mux_error_out_of_memory);
  allocator.left = INT64_MAX;
  EXPECT_EQ(muxDestroyBuffer(device, nullptr, allocator), mux_error_null_pointer);
  EXPECT_EQ(muxDestroyBuffer(device, wrong(buffer), allocator), mux_error_invalid_object);
}

INSTANTIATE_TEST_SUITE_P(Devices, Buffer, testing::ValuesIn(all_devices()), device_name);

} // namespace
