// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Kernels that cannot tell their groups, which the driver may run in rows of its own
// (modules/compiler/source/passes/facts/free_groups.h), and some that nearly are.
#include "harness.h"

#include <algorithm>
#include <array>
#include <numeric>

namespace {

class FreeGroups : public KernelTest {
protected:
  /// The sum of each point and its neighbours, of which those outside are the last ones inside.
  void smooth(std::array<size_t, 2> global, std::array<size_t, 2> local,
              std::array<size_t, 2> offset) {
    const int width = int(offset[0] + global[0]), height = int(offset[1] + global[1]);
    std::vector<int> out(size_t(width) * height, -1), in(out.size());
    for (size_t i = 0; i < in.size(); ++i) {
      in[i] = int(uint32_t(i) * 2654435761U >> 12);
    }
    run({{global[0], global[1]}, {local[0], local[1]}, {offset[0], offset[1]}}, out, in, width,
        height);
    const auto at = [&](int x, int y) {
      return in[std::clamp(y, 0, height - 1) * width + std::clamp(x, 0, width - 1)];
    };
    for (int y = 0; y < height; ++y) {
      for (int x = 0; x < width; ++x) {
        const bool is_done = x >= int(offset[0]) && y >= int(offset[1]);
        ASSERT_EQ(out[y * width + x],
                  is_done ? at(x, y) + at(x - 1, y) + at(x + 1, y) + at(x, y - 1) + at(x, y + 1)
                          : -1)
            << x << ", " << y;
      }
    }
  }
};
ALL_VARIANTS(FreeGroups);

TEST_P(FreeGroups, neighbours) {
  build(R"(kernel void k(global int* out, global const int* in, int width, int height) {
             int x = get_global_id(0), y = get_global_id(1);
             int left = max(x - 1, 0), right = min(x + 1, width - 1);
             int above = y == 0 ? 0 : y - 1, below = y + 1 < height ? y + 1 : y;
             out[y * width + x] = in[y * width + x] + in[y * width + left] + in[y * width + right] +
                                  in[above * width + x] + in[below * width + x]; })");
  smooth({64, 48}, {16, 16}, {0, 0});
  smooth({96, 6}, {4, 2}, {5, 3});
  smooth({7, 9}, {7, 1}, {0, 0});
  smooth({4096, 2}, {1, 1}, {0, 1});
  smooth({2048, 4}, {8, 4}, {0, 0});
}

TEST_P(FreeGroups, threeDimensions) {
  build(R"(kernel void k(global long* out, int n) {
             size_t x = get_global_id(0), y = get_global_id(1), z = get_global_id(2);
             if (x + y + z < n)
               out[(z * get_global_size(1) + y) * get_global_size(0) + x] =
                   x + 1000 * y + 1000000 * z + 10000000 * get_work_dim(); })");
  std::vector<int64_t> out(size_t(160) * 12 * 10, -1);
  run({{160, 12, 10}, {4, 4, 2}, {}}, out, 120);
  for (int64_t i = 0; i < int64_t(out.size()); ++i) {
    const int64_t x = i % 160, y = i / 160 % 12, z = i / 1920;
    ASSERT_EQ(out[i], x + y + z < 120 ? x + 1000 * y + 1000000 * z + 30000000 : -1) << i;
  }
}

/// A kernel that looks at its groups sees those that the application asked for.
TEST_P(FreeGroups, kernelsThatLookSeeTheirs) {
  for (const char* what : {"get_local_size(0)", "get_local_size(1)", "get_num_groups(0) / 32",
                           "get_enqueued_local_size(0)", "get_local_linear_id() % 8 + 1"}) {
    build(std::string("kernel void k(global int* out) {"
                      "  size_t i = get_global_id(1) * get_global_size(0) + get_global_id(0);"
                      "  out[i] = ") +
              what + "; }",
          "-cl-std=CL3.0");
    std::vector<int> out(256 * 16);
    run({{256, 16}, {8, 8}, {}}, out);
    const bool counts = std::string(what).ends_with("+ 1");
    for (int i = 0; i < 256 * 16; ++i) {
      ASSERT_EQ(out[i], counts                                      ? i % 8 + 1
                        : std::string(what).find("num_groups") == 4 ? 1
                                                                    : 8)
          << what << ", " << i;
    }
  }
}

/// Kernels that look at sub-groups, too: their groups are rows of 8.
TEST_P(FreeGroups, kernelsThatLookAtSubGroupsSeeTheirs) {
  if (!has_sub_groups_of(8)) {
    GTEST_SKIP() << "the device has no sub-groups of 8";
  }
  const struct {
    const char* what;
    std::function<int(int)> expected; ///< for an item
  } places[] = {
      {"get_num_sub_groups()", [](int) { return 1; }},
      {"get_sub_group_id()", [](int) { return 0; }},
      {"get_sub_group_local_id()", [](int i) { return i % 8; }},
      {"get_sub_group_size()", [](int) { return 8; }},
      {"sub_group_reduce_add((int)get_global_id(0))", [](int i) { return i / 8 * 64 + 28; }},
      {"sub_group_broadcast((int)get_global_id(0), 3)", [](int i) { return i / 8 * 8 + 3; }},
      {"sub_group_any(get_global_id(0) == 13)", [](int i) { return i / 8 == 1; }}};
  for (const auto& place : places) {
    // As sizes are the compiler's choice, the least that all of them have in common is asked for.
    build(std::string("kernel void k(global int* out, global int* most) {"
                      "  out[get_global_id(0)] = ") +
              place.what + "; most[get_global_id(0)] = get_max_sub_group_size(); }",
          "-cl-std=CL3.0");
    std::vector<int> out(1024), most(1024);
    run({{1024}, {8}, {}}, out, most);
    if (most[0] < 8) {
      continue; // scalar, or narrower
    }
    for (int i = 0; i < 1024; ++i) {
      ASSERT_EQ(out[i], place.expected(i)) << place.what << ", " << i;
    }
  }
}

} // namespace
