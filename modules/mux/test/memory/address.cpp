// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "fixture.h"

#include <cstring>

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

INSTANTIATE_TEST_SUITE_P(Devices, Address, testing::ValuesIn(all_devices()), device_name);

} // namespace
