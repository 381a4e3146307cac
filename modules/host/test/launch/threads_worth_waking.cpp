// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "launch/threads_worth_waking.h"

#include <gtest/gtest.h>

namespace {

using namespace host;

TEST(ThreadsWorthWaking, areAsManyAsHaveEnoughToDo) {
  EXPECT_EQ(threads_worth_waking(1'000'000'000, 1), 1u);
  EXPECT_EQ(threads_worth_waking(1'000'000'000, 64), 64u);
  EXPECT_EQ(threads_worth_waking(1'000'000, 64), 64u) << "a millisecond is for all";
  EXPECT_EQ(threads_worth_waking(80'000, 64), 10u);
  EXPECT_EQ(threads_worth_waking(40'000, 2), 2u);
  EXPECT_EQ(threads_worth_waking(100, 64), 1u);
  EXPECT_EQ(threads_worth_waking(UINT64_MAX, 1024), 1024u);
}

} // namespace
