// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "scheduler/slot.h"

#include <algorithm>
#include <gtest/gtest.h>

namespace {

using namespace host;

TEST(Block, growsAndStaysAligned) {
  Block block;
  ASSERT_NE(block.data(), nullptr);
  for (const size_t size : {0, 1, 128, 129, 100000, 5}) {
    ASSERT_TRUE(block.reserve(size));
    EXPECT_EQ(reinterpret_cast<uintptr_t>(block.data()) % abi_alignment, 0u);
    std::fill_n(static_cast<char*>(block.data()), size, 'x');
  }
  void* before = block.data();
  EXPECT_FALSE(block.reserve(size_t(1) << 60));
  EXPECT_EQ(block.data(), before);
}

struct Seen {
  uintptr_t stack = 0;
  const schedule* given = nullptr;
};

void look(const void* arguments, const schedule* given) {
  auto& seen = **static_cast<Seen* const*>(arguments);
  const int local = 0;
  seen.stack = reinterpret_cast<uintptr_t>(&local);
  seen.given = given;
}

TEST(Stack, callsOnAnotherStack) {
  Stack stack;
  ASSERT_TRUE(stack.map());
  ASSERT_TRUE(stack.map());
  Seen seen;
  Seen* argument = &seen;
  const schedule given = {};
  Fault fault;
  EXPECT_TRUE(stack.call(look, &argument, given, fault));
  EXPECT_EQ(seen.given, &given);
  const auto here = reinterpret_cast<uintptr_t>(__builtin_frame_address(0));
  const uintptr_t distance = seen.stack > here ? seen.stack - here : here - seen.stack;
  EXPECT_GT(distance, size_t(64) << 10);
}

} // namespace
