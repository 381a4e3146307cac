// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "cargo/small_vector.h"

#include <gtest/gtest.h>
#include <memory>
#include <string>

namespace {

using cargo::status;

TEST(SmallVector, growsFromItselfToTheHeapAndKeepsItsElements) {
  cargo::small_vector<std::string, 2> strings;
  for (int i = 0; i < 9; ++i) {
    ASSERT_EQ(strings.push_back(std::to_string(i)), status::success);
  }
  ASSERT_EQ(strings.size(), 9u);
  for (int i = 0; i < 9; ++i) {
    EXPECT_EQ(strings[i], std::to_string(i));
  }
}

TEST(SmallVector, sayWhenMemoryIsShortAndStayAsTheyWere) {
  cargo::small_vector<int, 2> numbers;
  ASSERT_EQ(numbers.push_back(7), status::success);
  EXPECT_EQ(numbers.reserve(size_t(1) << 60), status::out_of_memory);
  EXPECT_EQ(numbers.size(), 1u);
  EXPECT_EQ(numbers[0], 7);
}

TEST(SmallVector, moveLeavesTheOtherEmptyAndUsable) {
  for (int count : {1, 5}) {
    cargo::small_vector<std::unique_ptr<int>, 2> from;
    for (int i = 0; i < count; ++i) {
      ASSERT_EQ(from.push_back(std::make_unique<int>(i)), status::success);
    }
    auto to = std::move(from);
    ASSERT_EQ(to.size(), size_t(count));
    EXPECT_EQ(*to[count - 1], count - 1);
    EXPECT_TRUE(from.empty());
    EXPECT_EQ(from.push_back(nullptr), status::success);
  }
}

TEST(SmallVector, resizeMakesAndDestroysElements) {
  cargo::small_vector<std::string, 1> strings;
  ASSERT_EQ(strings.resize(3), status::success);
  EXPECT_EQ(strings[2], "");
  ASSERT_EQ(strings.resize(1), status::success);
  EXPECT_EQ(strings.size(), 1u);
}

} // namespace
