// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "cargo/reserve.h"

#include <gtest/gtest.h>

namespace {

TEST(ReserveOneMore, pushingAllocatesNothingAndTheCapacityDoubles) {
  std::vector<int> numbers;
  size_t allocations = 0;
  for (int i = 0; i < 1000; ++i) {
    const size_t before = numbers.capacity();
    cargo::reserve_one_more(numbers);
    const size_t room = numbers.capacity();
    allocations += room != before;
    numbers.push_back(i);
    EXPECT_EQ(numbers.capacity(), room);
  }
  EXPECT_EQ(allocations, 11u);
  EXPECT_EQ(numbers.back(), 999);
}

} // namespace
