// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "fixture.h"

#include "ndrange.h"

#include <cstring>
#include <string_view>

namespace {

using namespace mux_test;

class Address : public DeviceTest {};

struct Kind {
  mux_result_t (*allocate)(mux_device_t, uint64_t, uint64_t, void**);
  mux_address_type_e type;
  uint32_t mux_device_info_s::* capabilities;
};

const Kind kinds[] = {
    {muxAllocateHost, mux_address_type_host, &mux_device_info_s::host_address_capabilities},
    {muxAllocateDevice, mux_address_type_device, &mux_device_info_s::device_address_capabilities},
    {muxAllocateShared, mux_address_type_shared, &mux_device_info_s::shared_address_capabilities},
};

TEST_P(Address, isFoundAndFreed) {
  for (const Kind& kind : kinds) {
    void* address = nullptr;
    if (GetParam()->*kind.capabilities == 0) {
      EXPECT_EQ(kind.allocate(device, 1000, 0, &address), mux_error_feature_unsupported);
      continue;
    }
    ASSERT_EQ(kind.allocate(device, 1000, 256, &address), mux_success);
    EXPECT_EQ(reinterpret_cast<uintptr_t>(address) % 256, 0u);
    auto* bytes = static_cast<char*>(address);
    mux_address_info_t info = {};
    for (const int offset : {0, 1, 999}) {
      ASSERT_EQ(muxQueryAddress(device, bytes + offset, &info), mux_success);
      EXPECT_EQ(info.type, kind.type);
      EXPECT_EQ(info.base, address);
      EXPECT_EQ(info.size, 1000u);
    }
    ASSERT_EQ(muxQueryAddress(device, bytes + 1000, &info), mux_success);
    EXPECT_NE(info.base, address);
    EXPECT_EQ(muxFreeAddress(device, bytes + 1), mux_error_invalid_value);
    EXPECT_EQ(muxFreeAddress(device, address), mux_success);
    ASSERT_EQ(muxQueryAddress(device, address, &info), mux_success);
    EXPECT_EQ(info.type, mux_address_type_unknown);
    EXPECT_EQ(info.base, nullptr);
    EXPECT_EQ(muxFreeAddress(device, address), mux_error_invalid_value);
  }
}

TEST_P(Address, isNotAllocatedWith) {
  for (const Kind& kind : kinds) {
    if (GetParam()->*kind.capabilities == 0) {
      continue;
    }
    void* address = nullptr;
    EXPECT_EQ(kind.allocate(device, 0, 0, &address), mux_error_invalid_value);
    EXPECT_EQ(kind.allocate(device, 16, 24, &address), mux_error_invalid_value);
    EXPECT_EQ(kind.allocate(device, UINT64_MAX, 0, &address), mux_error_out_of_memory);
    EXPECT_EQ(kind.allocate(device, 16, 0, nullptr), mux_error_null_pointer);
  }
  EXPECT_EQ(muxFreeAddress(device, nullptr), mux_error_null_pointer);
  mux_address_info_t info = {};
  EXPECT_EQ(muxQueryAddress(device, nullptr, &info), mux_success);
  EXPECT_EQ(info.type, mux_address_type_unknown);
  EXPECT_EQ(muxQueryAddress(device, &info, nullptr), mux_error_null_pointer);
}

/// Memory of a part of an allocation is that part: a write there is seen in both.
TEST_P(Address, isMemory) {
  for (const Kind& kind : kinds) {
    if (GetParam()->*kind.capabilities == 0) {
      continue;
    }
    void* address = nullptr;
    ASSERT_EQ(kind.allocate(device, 4096, 0, &address), mux_success);
    auto* bytes = static_cast<char*>(address);
    mux_memory_t memory = nullptr;
    ASSERT_EQ(muxCreateMemoryFromAddress(device, 1024, bytes + 2048, allocator, &memory),
              mux_success);
    EXPECT_EQ(memory->size, 1024u);
    EXPECT_EQ(memory->address, reinterpret_cast<uintptr_t>(bytes) + 2048);
    mux_buffer_t buffer = nullptr;
    ASSERT_EQ(muxCreateBuffer(device, 1024, allocator, &buffer), mux_success);
    ASSERT_EQ(muxBindBufferMemory(device, memory, buffer, 0), mux_success);
    const mux_command_buffer_t commands = make_command_buffer();
    char read[8] = {};
    EXPECT_EQ(muxCommandFillAddress(commands, bytes + 2048, 1024, "abcd", 4, nullptr, nullptr),
              mux_success);
    EXPECT_EQ(muxCommandWriteBuffer(commands, buffer, 4, "1234", 4, nullptr, nullptr), mux_success);
    EXPECT_EQ(muxCommandCopyAddress(commands, read, bytes + 2048, 8, nullptr, nullptr),
              mux_success);
    EXPECT_EQ(run(commands), mux_success);
    EXPECT_EQ(std::string_view(read, 8), "abcd1234");
    muxDestroyBuffer(device, buffer, allocator);
    muxFreeMemory(device, memory, allocator);
    mux_memory_t none = nullptr;
    EXPECT_EQ(muxCreateMemoryFromAddress(device, 4096, bytes + 1, allocator, &none),
              mux_error_invalid_value)
        << "goes beyond the end";
    EXPECT_EQ(muxFreeAddress(device, address), mux_success) << "which is still there";
  }
  char of_the_host[64] = {};
  mux_memory_t none = nullptr;
  EXPECT_EQ(muxCreateMemoryFromAddress(device, 64, of_the_host, allocator, &none),
            mux_error_invalid_value);
  EXPECT_EQ(muxCreateMemoryFromAddress(device, 64, nullptr, allocator, &none),
            mux_error_null_pointer);
}

/// Shared memory is the host's at first, and again when it has come back from the device.
TEST_P(Address, contentsMove) {
  if (GetParam()->shared_address_capabilities == 0) {
    GTEST_SKIP() << "no shared memory";
  }
  void* address = nullptr;
  ASSERT_EQ(muxAllocateShared(device, 64, 0, &address), mux_success);
  auto* values = static_cast<uint32_t*>(address);
  values[0] = 1;
  const uint32_t two = 2;
  const mux_command_buffer_t commands = make_command_buffer();
  EXPECT_EQ(muxCommandMigrateAddress(commands, values, 64, mux_side_device, nullptr, nullptr),
            mux_success);
  EXPECT_EQ(muxCommandFillAddress(commands, values + 1, 60, &two, 4, nullptr, nullptr),
            mux_success);
  EXPECT_EQ(muxCommandMigrateAddress(commands, values, 64, mux_side_host, nullptr, nullptr),
            mux_success);
  EXPECT_EQ(run(commands), mux_success);
  EXPECT_EQ(values[0], 1u);
  EXPECT_EQ(values[15], 2u);
  EXPECT_EQ(muxFreeAddress(device, address), mux_success);
}

/// A launch has with the device what it uses, and afterwards that is where it was.
TEST_P(Address, launchesUseAllKinds) {
  const mux_kernel_t kernel = make_kernel("count_visits");
  for (const Kind& kind : kinds) {
    if (GetParam()->*kind.capabilities == 0) {
      continue;
    }
    void* address = nullptr;
    ASSERT_EQ(kind.allocate(device, 64 * 8, 0, &address), mux_success);
    const mux_command_buffer_t commands = make_command_buffer();
    const uint64_t zero = 0;
    EXPECT_EQ(muxCommandFillAddress(commands, address, 64 * 8, &zero, 8, nullptr, nullptr),
              mux_success);
    const std::vector arguments = {address_argument(address)};
    mux_ndrange_t range = launch({64}, {8}, arguments);
    const void* const named[] = {address, &range, nullptr};
    range.shared_addresses = named;
    range.shared_addresses_length = 3;
    EXPECT_EQ(muxCommandNDRange(commands, kernel, &range, nullptr, nullptr), mux_success);
    range.uses_all_shared = true;
    EXPECT_EQ(muxCommandNDRange(commands, kernel, &range, nullptr, nullptr), mux_success);
    range.shared_addresses = nullptr;
    EXPECT_EQ(muxCommandNDRange(commands, kernel, &range, nullptr, nullptr),
              mux_error_invalid_value);
    uint64_t visits[64] = {};
    EXPECT_EQ(muxCommandCopyAddress(commands, visits, address, sizeof visits, nullptr, nullptr),
              mux_success);
    EXPECT_EQ(run(commands), mux_success);
    EXPECT_EQ(visits[63], 2u);
    if (kind.type != mux_address_type_device) {
      EXPECT_EQ(static_cast<uint64_t*>(address)[63], 2u);
    }
    EXPECT_EQ(muxFreeAddress(device, address), mux_success);
  }
}

INSTANTIATE_TEST_SUITE_P(Devices, Address, testing::ValuesIn(all_devices()), device_name);

} // namespace
