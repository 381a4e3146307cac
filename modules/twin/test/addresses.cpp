// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "addresses.h"

#include <cerrno>
#include <gtest/gtest.h>
#include <unistd.h>

namespace {

using twin::Addresses;
using twin::DeviceMemory;

class SharedAddress : public testing::Test {
protected:
  bool is_with_host() const {
    int ends[2];
    EXPECT_EQ(pipe(ends), 0);
    const bool could = write(ends[1], reinterpret_cast<const void*>(address), 1) == 1;
    close(ends[0]);
    close(ends[1]);
    return could;
  }

  DeviceMemory memory = DeviceMemory(1 << 20);
  Addresses addresses = Addresses(memory);
  const uint64_t address = addresses.allocate(mux_address_type_shared, 100, 0);
};

TEST_F(SharedAddress, beginsWithTheHost) {
  EXPECT_TRUE(is_with_host());
  EXPECT_TRUE(addresses.is_shared(address + 99));
  EXPECT_FALSE(addresses.is_shared(address + 100));
  EXPECT_TRUE(addresses.free(address));
  EXPECT_FALSE(is_with_host());
  EXPECT_FALSE(addresses.free(address));
}

TEST_F(SharedAddress, movesByOrder) {
  addresses.move(address + 50, 10, mux_side_device);
  EXPECT_TRUE(is_with_host()) << "the rest of its page is";
  addresses.move(address, 100, mux_side_device);
  EXPECT_FALSE(is_with_host());
  addresses.move(address, 100, mux_side_host);
  EXPECT_TRUE(is_with_host());
}

TEST_F(SharedAddress, comesBackFromTheLastLaunch) {
  addresses.lend(address);
  EXPECT_FALSE(is_with_host());
  addresses.lend_all();
  addresses.give_back(address);
  EXPECT_FALSE(is_with_host());
  addresses.give_back_all();
  EXPECT_TRUE(is_with_host());
}

TEST_F(SharedAddress, staysWhereALaunchHasFoundIt) {
  addresses.move(address, 100, mux_side_device);
  addresses.lend(address + 20);
  addresses.give_back(address + 20);
  EXPECT_FALSE(is_with_host());
}

TEST_F(SharedAddress, thatOfTheDeviceDoesNotMove) {
  const uint64_t other = addresses.allocate(mux_address_type_device, 100, 0);
  addresses.lend(other);
  addresses.give_back(other);
  addresses.move(other, 100, mux_side_host);
  EXPECT_TRUE(is_with_host());
  addresses.move(address, 100, mux_side_device);
  EXPECT_FALSE(is_with_host());
  EXPECT_TRUE(addresses.free(other));
}

} // namespace
