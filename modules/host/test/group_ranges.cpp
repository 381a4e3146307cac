// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "group_ranges.h"

#include <algorithm>
#include <gtest/gtest.h>
#include <vector>

namespace {

using namespace host;

TEST(GroupRanges, coverAllGroupsInOrderAndShrink) {
  for (const uint64_t groups :
       {1ull, 2ull, 3ull, 31ull, 32ull, 33ull, 1000ull, 1ull << 40, (1ull << 62) + 7}) {
    for (const uint64_t ranges : {1ull, 2ull, 3ull, 7ull, 32ull, 1024ull}) {
      EXPECT_EQ(first_group(groups, ranges, 0), 0u);
      EXPECT_EQ(first_group(groups, ranges, ranges), groups);
      uint64_t longest = groups;
      for (uint64_t i = 0; i < ranges; ++i) {
        const uint64_t begin = first_group(groups, ranges, i);
        const uint64_t end = first_group(groups, ranges, i + 1);
        ASSERT_LE(begin, end) << groups << " " << ranges << " " << i;
        EXPECT_LE(end - begin, longest + 1) << "but for rounding";
        longest = end - begin;
      }
    }
  }
}

TEST(GroupRanges, areAsManyAsPay) {
  EXPECT_EQ(number_of_ranges(1000, 1'000'000'000, 1), 1u);
  EXPECT_EQ(number_of_ranges(1, 1'000'000'000, 4), 1u);
  EXPECT_EQ(number_of_ranges(1000, 1'000'000'000, 4), 64u);
  EXPECT_EQ(number_of_ranges(10, 1'000'000'000, 4), 10u);
  EXPECT_EQ(number_of_ranges(1000, 50'000, 4), 10u);
  EXPECT_EQ(number_of_ranges(1000, 100, 4), 2u);
}

/// Nanoseconds for each row of a picture of the Mandelbrot set.
std::vector<double> mandelbrot_rows(size_t rows) {
  std::vector<double> times(rows);
  for (size_t y = 0; y < rows; ++y) {
    for (int x = 0; x < 64; ++x) {
      const double cr = x / 24.0 - 2, ci = double(y) * 2.5 / double(rows) - 1.25;
      double zr = 0, zi = 0;
      int n = 0;
      for (; n < 500 && zr * zr + zi * zi < 4; ++n) {
        const double next = zr * zr - zi * zi + cr;
        zi = 2 * zr * zi + ci;
        zr = next;
      }
      times[y] += 20 * n + 10;
    }
  }
  return times;
}

/// The share of their time in which threads work, if each takes the next range when it is done with
/// one and that takes 200 ns.
double busy_share(const std::vector<double>& times, uint32_t threads) {
  double sum = 0;
  for (const double time : times) {
    sum += time;
  }
  const uint64_t ranges = number_of_ranges(times.size(), uint64_t(sum), threads);
  std::vector<double> free_at(threads);
  for (uint64_t i = 0; i < ranges; ++i) {
    double& next = *std::min_element(free_at.begin(), free_at.end());
    next += 200;
    for (uint64_t g = first_group(times.size(), ranges, i);
         g < first_group(times.size(), ranges, i + 1); ++g) {
      next += times[g];
    }
  }
  return sum / (*std::max_element(free_at.begin(), free_at.end()) * threads);
}

TEST(GroupRanges, unevenRowsKeepThreadsBusy) {
  auto rows = mandelbrot_rows(1024);
  for (const uint32_t threads : {2u, 4u, 8u, 16u}) {
    EXPECT_GT(busy_share(rows, threads), 0.97) << threads;
  }
  std::reverse(rows.begin(), rows.end());
  EXPECT_GT(busy_share(rows, 2), 0.97);
  std::sort(rows.begin(), rows.end()); // the worst: the longest at the end
  for (const uint32_t threads : {2u, 4u, 8u}) {
    EXPECT_GT(busy_share(rows, threads), 0.97) << threads;
  }
}

} // namespace
