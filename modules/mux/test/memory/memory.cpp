// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "fixture.h"

#include <algorithm>
#include <cstring>
#include <string>

namespace {

using namespace mux_test;

class Memory : public DeviceTest {
protected:
  mux_result_t allocate(uint64_t size, uint64_t alignment = 0, uint32_t heap = 0,
                        uint32_t properties = mux_memory_property_host_visible,
                        mux_allocation_type_e type = mux_allocation_type_alloc_device) {
    return muxAllocateMemory(device, size, heap, properties, type, alignment, allocator, &memory);
  }
  mux_memory_t memory = nullptr;
};

TEST_P(Memory, isAligned) {
  for (const uint64_t size : {1, 100, 4096, 1 << 20}) {
    for (const uint64_t alignment : {0, 1, 128, 4096, 65536}) {
      ASSERT_EQ(allocate(size, alignment), mux_success);
      EXPECT_EQ(memory->size, size);
      EXPECT_EQ(memory->address % std::max<uint64_t>(alignment, mux_alignment), 0u);
      if (size >= 4096) {
        EXPECT_EQ(memory->address % 4096, 0u) << "large memory begins with a page";
      }
      EXPECT_EQ(muxFreeMemory(device, memory, allocator), mux_success);
    }
  }
}

TEST_P(Memory, isNotAllocatedWith) {
  EXPECT_EQ(allocate(0), mux_error_invalid_value);
  EXPECT_EQ(allocate(16, 3), mux_error_invalid_value);
  EXPECT_EQ(allocate(16, 0, GetParam()->heaps_length), mux_error_invalid_value);
  EXPECT_EQ(allocate(16, 0, 0, 0), mux_error_invalid_value);
  EXPECT_EQ(allocate(16, 0, 0, 0x80), mux_error_invalid_value);
  EXPECT_EQ(allocate(16, 0, 0, mux_memory_property_host_visible, mux_allocation_type_e(0)),
            mux_error_invalid_value);
  EXPECT_EQ(allocate(GetParam()->max_allocation_size + 1), mux_error_out_of_memory);
  EXPECT_EQ(allocate(UINT64_MAX), mux_error_out_of_memory);
  allocator.left = 0;
  EXPECT_EQ(allocate(16), mux_error_out_of_memory);
  allocator.left = INT64_MAX;
}

TEST_P(Memory, isMapped) {
  ASSERT_EQ(allocate(256), mux_success);
  void* data = nullptr;
  EXPECT_EQ(muxUnmapMemory(device, memory), mux_error_invalid_state);
  ASSERT_EQ(muxMapMemory(device, memory, 0, 256, &data), mux_success);
  std::memset(data, 1, 256);
  EXPECT_EQ(muxFlushMappedMemoryToDevice(device, memory, 0, 256), mux_success);
  EXPECT_EQ(muxFlushMappedMemoryFromDevice(device, memory, 128, 128), mux_success);
  void* again = nullptr;
  EXPECT_EQ(muxMapMemory(device, memory, 0, 256, &again), mux_error_invalid_state);
  EXPECT_EQ(muxUnmapMemory(device, memory), mux_success);
  ASSERT_EQ(muxMapMemory(device, memory, 16, 240, &again), mux_success);
  EXPECT_EQ(again, static_cast<char*>(data) + 16);
  EXPECT_EQ(muxUnmapMemory(device, memory), mux_success);
  muxFreeMemory(device, memory, allocator);
}

TEST_P(Memory, rangesOutside) {
  ASSERT_EQ(allocate(256), mux_success);
  void* data = nullptr;
  struct Range {
    uint64_t offset, size;
  };
  for (const Range r :
       {Range{0, 257}, {256, 1}, {257, 1}, {1, UINT64_MAX}, {UINT64_MAX, 1}, {0, 0}}) {
    EXPECT_EQ(muxMapMemory(device, memory, r.offset, r.size, &data), mux_error_invalid_value);
    EXPECT_EQ(muxFlushMappedMemoryToDevice(device, memory, r.offset, r.size),
              mux_error_invalid_value);
    EXPECT_EQ(muxFlushMappedMemoryFromDevice(device, memory, r.offset, r.size),
              mux_error_invalid_value);
  }
  EXPECT_EQ(muxMapMemory(device, memory, 0, 256, nullptr), mux_error_null_pointer);
  EXPECT_EQ(muxMapMemory(device, nullptr, 0, 256, &data), mux_error_null_pointer);
  EXPECT_EQ(muxMapMemory(device, wrong(memory), 0, 256, &data), mux_error_invalid_object);
  EXPECT_EQ(muxFreeMemory(device, wrong(memory), allocator), mux_error_invalid_object);
  muxFreeMemory(device, memory, allocator);
}

TEST_P(Memory, ofEveryHeapIsReachedByCommands) {
  const std::string sent = "bytes that come back";
  for (uint32_t heap = 0; heap < GetParam()->heaps_length; ++heap) {
    const uint32_t properties = GetParam()->heaps[heap].properties;
    ASSERT_EQ(allocate(4096, 0, heap, properties), mux_success);
    EXPECT_EQ(memory->address % GetParam()->buffer_alignment, 0u);
    void* data = nullptr;
    if (properties & mux_memory_property_host_visible) {
      ASSERT_EQ(muxMapMemory(device, memory, 0, 4096, &data), mux_success);
      EXPECT_EQ(muxUnmapMemory(device, memory), mux_success);
    } else {
      EXPECT_EQ(muxMapMemory(device, memory, 0, 4096, &data), mux_error_invalid_value);
    }
    mux_buffer_t buffer = nullptr;
    ASSERT_EQ(muxCreateBuffer(device, 4096, allocator, &buffer), mux_success);
    EXPECT_NE(buffer->requirements.heaps & 1u << heap, 0u);
    EXPECT_EQ(buffer->requirements.alignment, GetParam()->buffer_alignment);
    ASSERT_EQ(muxBindBufferMemory(device, memory, buffer, 0), mux_success);
    std::string received(sent.size(), ' ');
    const auto commands = make_command_buffer();
    ASSERT_EQ(
        muxCommandWriteBuffer(commands, buffer, 100, sent.data(), sent.size(), nullptr, nullptr),
        mux_success);
    ASSERT_EQ(muxCommandReadBuffer(commands, buffer, 100, received.data(), received.size(), nullptr,
                                   nullptr),
              mux_success);
    EXPECT_EQ(run(commands), mux_success);
    EXPECT_EQ(received, sent);
    muxDestroyBuffer(device, buffer, allocator);
    muxFreeMemory(device, memory, allocator);
  }
}

TEST_P(Memory, isOneOnlyWhereTheDeviceSaysSo) {
  const mux_device_info_s& info = *GetParam();
  const bool has_heap =
      std::any_of(info.heaps, info.heaps + info.heaps_length, [](const auto& heap) {
        constexpr uint32_t all = mux_memory_property_host_visible |
                                 mux_memory_property_host_coherent |
                                 mux_memory_property_device_local;
        return (heap.properties & all) == all;
      });
  const bool wraps = info.allocation_capabilities & mux_allocation_capabilities_cached_host;
  EXPECT_TRUE(!info.unified_memory || (has_heap && wraps));
  EXPECT_GE(info.buffer_alignment, mux_alignment);
  EXPECT_EQ(info.buffer_alignment & (info.buffer_alignment - 1), 0u);
}

TEST_P(Memory, wrapsHostMemory) {
  alignas(128) char bytes[64] = "hello";
  char* odd = bytes + 1;
  const bool wraps =
      (GetParam()->allocation_capabilities & mux_allocation_capabilities_cached_host) != 0;
  const mux_result_t result = muxCreateMemoryFromHost(device, 63, odd, allocator, &memory);
  if (!wraps) {
    EXPECT_EQ(result, mux_error_feature_unsupported);
    return;
  }
  ASSERT_EQ(result, mux_success);
  void* data = nullptr;
  ASSERT_EQ(muxMapMemory(device, memory, 0, 63, &data), mux_success);
  EXPECT_EQ(data, odd);
  EXPECT_EQ(muxUnmapMemory(device, memory), mux_success);
  EXPECT_EQ(muxFreeMemory(device, memory, allocator), mux_success);
  EXPECT_STREQ(bytes, "hello") << "it stays the caller's";
  EXPECT_EQ(muxCreateMemoryFromHost(device, 0, odd, allocator, &memory), mux_error_invalid_value);
  EXPECT_EQ(muxCreateMemoryFromHost(device, 1, nullptr, allocator, &memory),
            mux_error_null_pointer);
}

INSTANTIATE_TEST_SUITE_P(Devices, Memory, testing::ValuesIn(all_devices()), device_name);

} // namespace
