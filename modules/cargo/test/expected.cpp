// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "cargo/expected.h"

#include <gtest/gtest.h>
#include <memory>
#include <string>

namespace {

cargo::expected<int, std::string> half(int number) {
  if (number % 2) {
    return cargo::unexpected{"odd number"};
  }
  return number / 2;
}

TEST(Expected, holdsAValueOrAnError) {
  EXPECT_EQ(half(8).value(), 4);
  EXPECT_TRUE(half(8));
  EXPECT_EQ(half(7).error(), "odd number");
  EXPECT_FALSE(half(7).has_value());
  EXPECT_EQ(half(7).value_or(-1), -1);
}

TEST(Expected, movesWhatCannotBeCopied) {
  cargo::expected<std::unique_ptr<int>, int> owner = std::make_unique<int>(3);
  std::unique_ptr<int> taken = std::move(owner).value();
  EXPECT_EQ(*taken, 3);
}

TEST(Expected, sameTypeForValueAndError) {
  cargo::expected<int, int> failed = cargo::unexpected{5};
  EXPECT_FALSE(failed);
  EXPECT_EQ(failed.error(), 5);
}

} // namespace
