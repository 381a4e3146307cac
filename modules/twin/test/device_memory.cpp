// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "device_memory.h"

#include <algorithm>
#include <cerrno>
#include <gtest/gtest.h>
#include <string>
#include <unistd.h>
#include <vector>

namespace {

using twin::DeviceMemory;

/// Whether the process can read a byte, asked of the system, which does not crash.
bool is_readable(uint64_t address) {
  int ends[2];
  EXPECT_EQ(pipe(ends), 0);
  const bool could = write(ends[1], reinterpret_cast<const void*>(address), 1) == 1;
  EXPECT_TRUE(could || errno == EFAULT);
  close(ends[0]);
  close(ends[1]);
  return could;
}

TEST(DeviceMemory, isClosedUnlessSomethingRuns) {
  DeviceMemory memory(1 << 20);
  ASSERT_TRUE(memory.is_there());
  const uint64_t address = memory.allocate(16, 1);
  EXPECT_FALSE(is_readable(address));
  memory.open();
  memory.open();
  EXPECT_TRUE(is_readable(address));
  *reinterpret_cast<char*>(address) = 'a';
  memory.close();
  EXPECT_TRUE(is_readable(address));
  memory.close();
  EXPECT_FALSE(is_readable(address));
  memory.open();
  EXPECT_EQ(*reinterpret_cast<char*>(address), 'a');
  memory.close();
}

TEST(DeviceMemory, pagesAreWithTheHostForATime) {
  DeviceMemory memory(1 << 20);
  const uint64_t pages = memory.allocate(8 * 4096, 4096);
  const auto readable = [&] {
    std::string which;
    for (int i = 0; i < 8; ++i) {
      which += is_readable(pages + i * 4096) ? 'x' : '.';
    }
    return which;
  };
  memory.give_to_host(pages + 4096, 4 * 4096);
  EXPECT_EQ(readable(), ".xxxx...");
  memory.take_from_host(pages + 2 * 4096 + 17, 4096);
  EXPECT_EQ(readable(), ".x..x...");
  memory.open();
  EXPECT_EQ(readable(), "xxxxxxxx");
  memory.give_to_host(pages + 3 * 4096, 4 * 4096);
  memory.take_from_host(pages, 2 * 4096);
  memory.close();
  EXPECT_EQ(readable(), "...xxxx.");
  memory.give_to_host(pages, 8 * 4096);
  EXPECT_EQ(readable(), "xxxxxxxx");
  memory.take_from_host(pages, 8 * 4096);
  EXPECT_EQ(readable(), "........");
}

TEST(DeviceMemory, isAligned) {
  DeviceMemory memory(1 << 20);
  for (const uint64_t alignment : {1, 512, 4096, 65536}) {
    const uint64_t address = memory.allocate(1, alignment);
    EXPECT_TRUE(memory.contains(address));
    EXPECT_EQ(address % std::max<uint64_t>(alignment, 512), 0u);
  }
  EXPECT_EQ(memory.allocate(4096, 1) % 4096, 0u);
}

TEST(DeviceMemory, isUsedAgain) {
  DeviceMemory memory(1 << 20);
  EXPECT_EQ(memory.allocate((1 << 20) + 1, 1), 0u);
  for (int round = 0; round < 3; ++round) {
    std::vector<uint64_t> parts;
    for (int i = 0; i < 4; ++i) {
      parts.push_back(memory.allocate(1 << 18, 1));
      EXPECT_NE(parts.back(), 0u);
    }
    EXPECT_EQ(memory.allocate(1, 1), 0u) << "all is taken";
    for (const int i : {2, 0, 3, 1}) { // neighbours become one from either side
      memory.free(parts[i]);
    }
    const uint64_t whole = memory.allocate(1 << 20, 1);
    EXPECT_NE(whole, 0u);
    memory.free(whole);
  }
}

} // namespace
