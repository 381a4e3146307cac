// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "launch/grids.h"

#include <gtest/gtest.h>
#include <map>

namespace {

using Extent = std::array<uint64_t, 3>;

cuda::launch range_of(const Extent& global, const Extent& local) {
  cuda::launch range = {};
  std::ranges::copy(global, range.global_size);
  std::ranges::copy(local, range.enqueued_local_size);
  return range;
}

/// Size of each work-group by its id, as the grids have it.
std::map<Extent, Extent> groups_of(const cuda::launch& range, const uint64_t (&most)[3]) {
  std::map<Extent, Extent> groups;
  EXPECT_TRUE(cuda::each_grid(range, most, [&](const cuda::Grid& grid) {
    for (int i = 0; i < 3; ++i) {
      EXPECT_LE(grid.count[i], most[i]);
    }
    EXPECT_EQ(grid.is_full, std::ranges::equal(grid.size, range.enqueued_local_size));
    for (uint64_t z = 0; z < grid.count[2]; ++z) {
      for (uint64_t y = 0; y < grid.count[1]; ++y) {
        for (uint64_t x = 0; x < grid.count[0]; ++x) {
          const Extent id = {grid.first[0] + x, grid.first[1] + y, grid.first[2] + z};
          EXPECT_TRUE(groups.emplace(id, grid.size).second) << "twice";
        }
      }
    }
    return true;
  }));
  return groups;
}

TEST(Grids, CoverTheRangeOnce) {
  constexpr uint64_t most[3] = {5, 3, 2}; // so that there are several in each dimension
  for (const Extent& global : {Extent{1, 1, 1}, {64, 1, 1}, {67, 1, 1}, {40, 17, 9}, {8, 8, 8}}) {
    const Extent local = {8, 4, 2};
    const auto groups = groups_of(range_of(global, local), most);
    uint64_t items = 0;
    for (const auto& [id, size] : groups) {
      for (int i = 0; i < 3; ++i) {
        EXPECT_EQ(size[i], std::min(local[i], global[i] - id[i] * local[i]));
      }
      items += size[0] * size[1] * size[2];
    }
    EXPECT_EQ(items, global[0] * global[1] * global[2]);
  }
}

TEST(Grids, OneWhereAllGroupsAreFull) {
  int grids = 0;
  cuda::each_grid(range_of({1024, 512, 1}, {32, 8, 1}), {65535, 65535, 65535},
                  [&](const cuda::Grid&) { return ++grids != 0; });
  EXPECT_EQ(grids, 1);
}

TEST(Grids, EndWhenTheyAreToldTo) {
  int grids = 0;
  EXPECT_FALSE(cuda::each_grid(range_of({9, 9, 9}, {2, 2, 2}), {1, 1, 1},
                               [&](const cuda::Grid&) { return ++grids < 3; }));
  EXPECT_EQ(grids, 3);
}

} // namespace
