// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Groups whose neighbours are best taken in another dimension than x: their ids, what they keep
// across barriers, remainders. The variant for a launch knows the size of groups, and so does a
// kernel that requires one.
#include "harness.h"

#include <array>

namespace {

class Dimensions : public KernelTest {
protected:
  /// k(out) stores at (z * all_x + x) * all_y + y, so that neighbours in y are side by side; each
  /// element is to be 1 + x + 100 y + 10000 z + 1000000 (local id in y of the neighbour in y).
  void check(const std::array<size_t, 3>& local, const std::array<size_t, 3>& groups,
             const std::string& attribute) {
    build(R"(kernel )" + attribute + R"( void k(global uint* out, local uint* t) {
               uint x = get_global_id(0), y = get_global_id(1), z = get_global_id(2);
               uint lx = get_local_id(0), ly = get_local_id(1), lz = get_local_id(2);
               uint sx = get_local_size(0), sy = get_local_size(1);
               uint value = x + 100 * y + 10000 * z, d = get_work_dim() - 3;
               t[(lz * sy + ly) * sx + lx] = get_local_id(1 + d) + 1;
               barrier(CLK_LOCAL_MEM_FENCE);
               uint next = t[(lz * sy + (ly + 1) % sy) * sx + lx] - 1;
               barrier(CLK_LOCAL_MEM_FENCE);
               global uint* own = out + (z * get_global_size(0) + x) * get_global_size(1) + y;
               if (value % 3 == 0) *own = 7;
               *own += value + 1 + 1000000 * next;
             })");
    std::array<size_t, 3> global;
    for (int i = 0; i < 3; ++i) {
      global[i] = local[i] * groups[i];
    }
    std::vector<cl_uint> out(global[0] * global[1] * global[2]);
    run({{global.begin(), global.end()}, {local.begin(), local.end()}, {}}, out,
        Local{local[0] * local[1] * local[2] * sizeof(cl_uint)});
    for (size_t z = 0, i = 0; z < global[2]; ++z) {
      for (size_t x = 0; x < global[0]; ++x) {
        for (size_t y = 0; y < global[1]; ++y, ++i) {
          const size_t value = x + 100 * y + 10000 * z;
          const size_t next = (y % local[1] + 1) % local[1];
          ASSERT_EQ(out[i], value + 1 + 1000000 * next + (value % 3 == 0 ? 7 : 0))
              << x << " " << y << " " << z;
        }
      }
    }
  }
};
ALL_VARIANTS(Dimensions);

std::string required(const std::array<size_t, 3>& local) {
  return "__attribute__((reqd_work_group_size(" + std::to_string(local[0]) + "," +
         std::to_string(local[1]) + "," + std::to_string(local[2]) + ")))";
}

TEST_P(Dimensions, oneWorkItemInX) {
  check({1, 64, 1}, {3, 2, 1}, "");
  check({1, 64, 1}, {3, 2, 1}, required({1, 64, 1}));
}

TEST_P(Dimensions, oneWorkItemInXAndY) {
  check({1, 1, 48}, {2, 3, 2}, "");
  check({1, 1, 48}, {2, 3, 2}, required({1, 1, 48}));
}

TEST_P(Dimensions, aSquare) {
  check({16, 16, 1}, {2, 2, 2}, "");
  check({16, 16, 1}, {2, 2, 2}, required({16, 16, 1}));
}

TEST_P(Dimensions, remaindersInY) {
  check({5, 37, 1}, {2, 2, 2}, "");
  check({5, 37, 1}, {2, 2, 2}, required({5, 37, 1}));
  check({3, 7, 4}, {2, 2, 2}, required({3, 7, 4}));
}

} // namespace
