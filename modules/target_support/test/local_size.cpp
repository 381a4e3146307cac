// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "target_support/local_size.h"

#include <gtest/gtest.h>

namespace {

using target_support::LocalSizeRequest;
using Size = std::array<uint64_t, 3>;

Size suggest(Size global, uint32_t threads = 2, uint64_t multiple = 16, bool non_uniform = false) {
  LocalSizeRequest request;
  request.non_uniform = non_uniform;
  request.global_size = global;
  request.preferred_multiple = multiple;
  request.max_work_group_size = 4096;
  request.threads = threads;
  return target_support::suggest_local_size(request);
}

TEST(LocalSize, largeLaunchesGetLargeGroups) {
  EXPECT_EQ(suggest({1 << 20, 1, 1}), (Size{1024, 1, 1}));
  EXPECT_EQ(suggest({1 << 20, 1, 1}, 64), (Size{1024, 1, 1}));
  EXPECT_EQ(suggest({4096, 4096, 1}), (Size{1024, 1, 1}));
}

TEST(LocalSize, everyThreadGetsGroups) {
  for (const uint32_t threads : {1u, 2u, 8u, 64u}) {
    const Size size = suggest({64 * 1024, 1, 1}, threads);
    EXPECT_GE(64 * 1024 / size[0], threads * 4) << threads;
  }
}

TEST(LocalSize, smallLaunchesAreNotCutToPieces) {
  EXPECT_EQ(suggest({1, 1, 1}, 64), (Size{1, 1, 1}));
  EXPECT_EQ(suggest({64, 1, 1}, 64), (Size{64, 1, 1}));
  EXPECT_EQ(suggest({8, 8, 8}, 64)[0], 8u);
}

TEST(LocalSize, longWorkItemsMakeSmallGroups) {
  LocalSizeRequest request;
  request.global_size = {2048, 1, 1};
  request.max_work_group_size = 4096;
  request.long_work_items = true;
  const auto suggested = [&](uint64_t multiple, uint32_t threads) {
    request.preferred_multiple = multiple;
    request.threads = threads;
    return target_support::suggest_local_size(request)[0];
  };
  EXPECT_EQ(suggested(16, 64), 16u) << "two groups for each thread";
  EXPECT_EQ(suggested(32, 64), 32u) << "but all lanes";
  EXPECT_EQ(suggested(128, 64), 64u);
  EXPECT_EQ(suggested(1, 64), 16u) << "without vectors";
  EXPECT_EQ(suggested(8, 16), 32u) << "four groups for each thread";
  EXPECT_EQ(suggested(8, 2), 256u);
}

TEST(LocalSize, rowsThatShare) {
  LocalSizeRequest request;
  request.global_size = {512, 512, 1};
  request.preferred_multiple = 64;
  request.max_work_group_size = 4096;
  request.threads = 2;
  EXPECT_EQ(target_support::suggest_local_size(request), (Size{512, 2, 1}));
  request.rows = 4;
  EXPECT_EQ(target_support::suggest_local_size(request), (Size{256, 4, 1}));
  request.threads = 1024;
  EXPECT_EQ(target_support::suggest_local_size(request)[0], 64u) << "all lanes";
  request.rows = 32;
  request.preferred_multiple = 1;
  EXPECT_EQ(target_support::suggest_local_size(request), (Size{8, 8, 1})) << "few work-items";
  request.threads = 2;
  EXPECT_EQ(target_support::suggest_local_size(request), (Size{32, 32, 1}));
  request.global_size = {512, 8, 1};
  EXPECT_EQ(target_support::suggest_local_size(request), (Size{64, 8, 1})) << "fewer rows";
  request.global_size = {512, 512, 1};
  request.rows = 4;
  request.preferred_multiple = 64;
  request.global_size = {512, 1, 1};
  request.threads = 1;
  EXPECT_EQ(target_support::suggest_local_size(request), (Size{128, 1, 1})) << "no other rows";
}

TEST(LocalSize, multiplesOfTheLanesArePreferred) {
  EXPECT_EQ(suggest({1920, 1080, 1})[0] % 16, 0u);
  EXPECT_EQ(suggest({1000 * 16, 1, 1})[0] % 16, 0u);
}

TEST(LocalSize, shortRowsAreJoined) {
  const Size size = suggest({4, 1024, 1024});
  EXPECT_EQ(size[0], 4u);
  EXPECT_GE(size[0] * size[1] * size[2], 64u);
}

TEST(LocalSize, primes) {
  EXPECT_EQ(suggest({1021, 100, 1})[0], 1021u) << "a row makes a group";
  EXPECT_EQ(suggest({104729, 1, 1})[0], 1u) << "too long for one group";
}

TEST(LocalSize, largestDivisors) {
  for (const uint64_t begin :
       {uint64_t(4096), uint64_t(1) << 20, uint64_t(1) << 40, ~uint64_t(0) - 999}) {
    for (uint64_t value = begin; value - begin < 999; ++value) {
      uint64_t divisor = 1024;
      while (value % divisor != 0) {
        --divisor;
      }
      if (divisor >= 16) { // else rows may stay whole
        EXPECT_EQ(suggest({value, 1, 1}, 1, 1), (Size{divisor, 1, 1})) << value;
      }
    }
  }
}

TEST(LocalSize, emptyLaunches) { EXPECT_EQ(suggest({0, 5, 5}), (Size{1, 1, 1})); }

TEST(LocalSize, alwaysDividesAndFits) {
  for (uint64_t x = 1; x < 300; x += 7) {
    for (uint64_t y : {1, 3, 64, 101, 4099}) {
      for (uint64_t z : {1, 2, 5}) {
        const Size size = suggest({x, y, z}, 1 + x % 9, uint64_t(1) << (x % 6));
        ASSERT_EQ(x % size[0], 0u);
        ASSERT_EQ(y % size[1], 0u);
        ASSERT_EQ(z % size[2], 0u);
        ASSERT_LE(size[0] * size[1] * size[2], 4096u);
      }
    }
  }
}

TEST(LocalSize, goodSizesWhereGroupsMayDiffer) {
  const auto suggest_any = [](Size global, uint32_t threads = 2, uint64_t multiple = 16) {
    return suggest(global, threads, multiple, true);
  };
  EXPECT_EQ(suggest_any({1 << 20, 1, 1}), (Size{1024, 1, 1})) << "a divisor that is as good";
  EXPECT_EQ(suggest_any({1000, 1, 1}), (Size{125, 1, 1})) << "the same";
  EXPECT_EQ(suggest_any({17, 1, 1}), (Size{17, 1, 1}));
  const Size prime = suggest_any({104729, 1, 1});
  EXPECT_EQ(prime[0] % 16, 0u);
  EXPECT_GT(prime[0], 900u);
  EXPECT_LE(prime[0], 1024u);
  EXPECT_GE(suggest_any({3, 1009, 1})[1], 32u) << "rows of a prime number";
  EXPECT_GE(suggest_any({2, 1, 2003})[2], 32u);
  EXPECT_GE((1009 + 7) / suggest_any({1009, 1, 1}, 8)[0], 7u) << "a group for each thread";
}

TEST(LocalSize, neverLargerThanTheLaunchWhereGroupsMayDiffer) {
  for (uint64_t x = 1; x < 300; x += 7) {
    for (uint64_t y : {1, 3, 64, 101, 4099}) {
      for (uint64_t z : {1, 2, 5}) {
        const Size size = suggest({x, y, z}, 1 + x % 9, uint64_t(1) << (x % 6), true);
        ASSERT_LE(size[0], x);
        ASSERT_LE(size[1], y);
        ASSERT_LE(size[2], z);
        ASSERT_LE(size[0] * size[1] * size[2], 4096u);
        ASSERT_GE(size[0] * size[1] * size[2], std::min<uint64_t>(x * y * z, 64) / 4);
      }
    }
  }
}

} // namespace
