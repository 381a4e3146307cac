// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "launch/group_runs.h"

#include <gtest/gtest.h>

namespace {

using namespace host;
using Size = std::array<uint64_t, 3>;

schedule launch(Size global, Size local) {
  schedule made = {};
  made.group_end = 1;
  for (size_t i = 0; i < 3; ++i) {
    made.global_size[i] = global[i];
    made.enqueued_local_size[i] = local[i];
    made.num_groups[i] = (global[i] - 1) / local[i] + 1;
    made.group_end *= made.num_groups[i];
  }
  return made;
}

/// The size of one group.
Size size_of(const schedule& launch, uint64_t group) {
  Size size;
  for (size_t i = 0; i < 3; ++i) {
    const uint64_t id = group % launch.num_groups[i];
    group /= launch.num_groups[i];
    size[i] = std::min(launch.enqueued_local_size[i],
                       launch.global_size[i] - id * launch.enqueued_local_size[i]);
  }
  return size;
}

TEST(GroupRuns, areTheLongestOfOneSize) {
  for (const auto& [global, local] : {std::pair{Size{100, 1, 1}, Size{64, 1, 1}},
                                      {Size{1000, 1, 1}, Size{64, 1, 1}},
                                      {Size{7, 1, 1}, Size{16, 1, 1}},
                                      {Size{17, 13, 1}, Size{8, 4, 1}},
                                      {Size{16, 13, 1}, Size{8, 4, 1}},
                                      {Size{17, 12, 1}, Size{8, 4, 1}},
                                      {Size{3, 13, 5}, Size{8, 4, 1}},
                                      {Size{9, 7, 5}, Size{4, 3, 2}},
                                      {Size{8, 7, 5}, Size{4, 3, 2}},
                                      {Size{9, 6, 5}, Size{4, 3, 2}},
                                      {Size{8, 6, 5}, Size{4, 3, 2}},
                                      {Size{8, 6, 4}, Size{4, 3, 2}},
                                      {Size{3, 2, 5}, Size{4, 3, 2}},
                                      {Size{2, 9, 1}, Size{4, 3, 1}}}) {
    const schedule all = launch(global, local);
    bool several = false;
    for (uint64_t first = 0; first < all.group_end; ++first) {
      const Size size = size_of(all, first);
      uint64_t end = first + 1;
      while (end < all.group_end && size_of(all, end) == size) {
        ++end;
      }
      several = several || end != all.group_end;
      const GroupRun run = run_from(all, first);
      EXPECT_EQ(run.local_size, size) << first;
      EXPECT_EQ(run.full, size == local) << first;
      EXPECT_EQ(run.end, end) << first << " of " << all.group_end;
    }
    EXPECT_EQ(has_several_sizes(all), several);
  }
}

} // namespace
