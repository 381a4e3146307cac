// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "harness.h"

#include <algorithm>
#include <numeric>

namespace {

/// Loops in which each work-item advances by the number of work-items.
class GridStride : public KernelTest {
protected:
  static constexpr int elements = 1000;

  /// Runs k(data, n) in launches of several sizes. Element i has to become 3 * i + 1 if it is below
  /// n and `is_chosen`, and to stay as it is otherwise.
  template <typename N, typename F>
  void check(const std::string& source, N n, F is_chosen, const std::string& options = "") {
    build(source, options);
    for (const auto& [global, local] : std::vector<std::pair<size_t, size_t>>{
             {1, 1}, {7, 7}, {64, 16}, {96, 48}, {120, 120}, {1024, 64}, {2000, 8}}) {
      std::vector<int> data(elements);
      std::iota(data.begin(), data.end(), 0);
      run({{global}, {local}, {}}, data, n);
      for (int i = 0; i < elements; ++i) {
        const bool is_done = (n >= elements || i < int(n)) && is_chosen(i);
        ASSERT_EQ(data[i], is_done ? 3 * i + 1 : i) << "element " << i << " of " << global;
      }
    }
  }
  template <typename N> void check(const std::string& source, N n, const char* options = "") {
    check(source, n, [](int) { return true; }, options);
  }
};
ALL_VARIANTS(GridStride);

TEST_P(GridStride, long_) {
  const char* source = R"(kernel void k(global int* p, long n) {
      for (long i = get_global_id(0); i < n; i += get_global_size(0)) p[i] = 3 * p[i] + 1; })";
  check(source, cl_long(elements));
  check(source, cl_long(13));
  check(source, cl_long(0));
  check(source, cl_long(-5));
}

TEST_P(GridStride, int_) {
  const char* source = R"(kernel void k(global int* p, int n) {
      for (int i = get_global_id(0); i < n; i += get_global_size(0)) p[i] = 3 * p[i] + 1; })";
  check(source, elements);
  check(source, 513);
  check(source, -1);
}

TEST_P(GridStride, uintUpToAndIncluding) {
  check(R"(kernel void k(global int* p, uint n) {
      for (uint i = get_global_id(0); i <= n - 1; i += get_global_size(0)) p[i] = 3 * p[i] + 1; })",
        cl_uint(elements));
}

TEST_P(GridStride, sizeAgainstInt) {
  check(R"(kernel void k(global int* p, int n) {
      for (size_t i = get_global_id(0); i < n; i += get_global_size(0)) p[i] = 3 * p[i] + 1; })",
        777);
}

/// As PyOpenCL writes it.
TEST_P(GridStride, groupsByHand) {
  check(R"(kernel void k(global int* p, long n) {
      int lid = get_local_id(0);
      int gsize = get_global_size(0);
      int work_group_start = get_local_size(0) * get_group_id(0);
      long i;
      for (i = work_group_start + lid; i < n; i += gsize) {
        if (p[i] % 3 == 0) continue;
        p[i] = 3 * p[i] + 1;
      } })",
        cl_long(elements), [](int i) { return i % 3 != 0; });
}

/// Each group has a part of its own.
TEST_P(GridStride, withinGroups) {
  build(R"(kernel void k(global int* p, int n) {
      int first = get_group_id(0) * n;
      for (int i = get_local_id(0); i < n; i += get_local_size(0)) p[first + i] = 3 * i + 1; })");
  for (const size_t local : {1, 8, 24, 64, 192}) {
    std::vector<int> data(elements);
    const int n = int(elements * local / 192);
    run({{192}, {local}, {}}, data, n);
    for (int i = 0; i < elements; ++i) {
      const bool is_in_a_part = i < n * int(192 / local);
      ASSERT_EQ(data[i], is_in_a_part ? 3 * (i % n) + 1 : 0) << i << " in groups of " << local;
    }
  }
}

/// The bounds are the group's.
TEST_P(GridStride, partsOfGroups) {
  build(R"(kernel void k(global int* p, int n) {
      int part = n / (int)get_num_groups(0);
      int end = ((int)get_group_id(0) + 1) * part;
      for (int i = (int)get_group_id(0) * part + (int)get_local_id(0); i < end;
           i += (int)get_local_size(0)) p[i] += i + (int)get_group_id(0); })");
  for (const size_t local : {1, 16, 32, 128}) {
    std::vector<int> data(elements);
    run({{256}, {local}, {}}, data, elements);
    const int groups = int(256 / local), part = elements / groups;
    for (int i = 0; i < elements; ++i) {
      ASSERT_EQ(data[i], i < part * groups ? i + i / part : 0) << i << " in groups of " << local;
    }
  }
}

TEST_P(GridStride, rowsAndColumns) {
  build(R"(kernel void k(global int* p, int width, int height) {
      for (int y = get_global_id(1); y < height; y += get_global_size(1))
        for (int x = get_global_id(0); x < width; x += get_global_size(0))
          p[y * width + x] += 1000 * y + x; })");
  std::vector<int> data(40 * 25);
  run({{16, 6}, {8, 2}, {}}, data, 40, 25);
  for (int i = 0; i < 40 * 25; ++i) {
    ASSERT_EQ(data[i], 1000 * (i / 40) + i % 40) << i;
  }
}

/// Rows are shared by the groups, their elements by the work-items of a group.
TEST_P(GridStride, aRowForEachGroup) {
  build(R"(kernel void k(global int* p, int width, int height) {
      for (int y = get_group_id(0); y < height; y += get_num_groups(0))
        for (int x = get_local_id(0); x < width; x += get_local_size(0))
          p[y * width + x] += 1000 * y + x; })");
  std::vector<int> data(100 * 10);
  run({{96}, {32}, {}}, data, 100, 10);
  for (int i = 0; i < 100 * 10; ++i) {
    ASSERT_EQ(data[i], 1000 * (i / 100) + i % 100) << i;
  }
}

/// A work-item reads in its next round the value that it has written.
TEST_P(GridStride, orderOfEachWorkItem) {
  build(R"(kernel void k(global int* sums, global const int* p, int n) {
      for (int i = get_global_id(0); i < n; i += get_global_size(0))
        sums[get_global_id(0)] = 3 * sums[get_global_id(0)] + p[i]; })");
  std::vector<int> sums(100), p(elements), expected(100);
  std::iota(p.begin(), p.end(), 1);
  for (int i = 0; i < elements; ++i) {
    expected[i % 100] = int(3U * unsigned(expected[i % 100]) + unsigned(p[i]));
  }
  run({{100}, {20}, {}}, sums, p, elements);
  EXPECT_EQ(sums, expected);
}

/// A work-item reads once what it reads before the loop.
TEST_P(GridStride, readsBeforeTheLoop) {
  build(R"(kernel void k(global int* state, global int* p, int n) {
      int mine = state[get_global_id(0)];
      for (int i = get_global_id(0); i < n; i += get_global_size(0)) {
        p[i] = mine;
        state[get_global_id(0)] = -1;
      } })");
  std::vector<int> state(50), p(elements);
  std::iota(state.begin(), state.end(), 5);
  run({{50}, {10}, {}}, state, p, elements);
  for (int i = 0; i < elements; ++i) {
    ASSERT_EQ(p[i], i % 50 + 5) << i;
  }
}

TEST_P(GridStride, carriedValues) {
  build(R"(kernel void k(global int* p, int n) {
      int sum = 0, round = 0;
      for (int i = get_global_id(0); i < n; i += get_global_size(0), ++round) {
        p[i] = round;
        sum += i;
      }
      p[n + get_global_id(0)] = sum; })");
  std::vector<int> p(elements + 30);
  run({{30}, {10}, {}}, p, elements);
  for (int i = 0; i < elements; ++i) {
    ASSERT_EQ(p[i], i / 30) << i;
    p[elements + i % 30] -= i;
  }
  EXPECT_EQ(std::vector<int>(p.begin() + elements, p.end()), std::vector<int>(30));
}

/// Limits around the size of the group and its multiples.
TEST_P(GridStride, sumsOfWorkItems) {
  build(R"(kernel void k(global int* p, global const int* in, local int* t, int n, int first) {
      int l = get_local_id(0), sum = 0, i;
      for (i = l + first; i <= n; i += 24) sum += in[i] * (i & 3);
      t[l] = sum;
      barrier(CLK_LOCAL_MEM_FENCE);
      p[get_global_id(0)] = t[get_local_size(0) - 1 - l] + i; })");
  std::vector<int> in(elements);
  std::iota(in.begin(), in.end(), 3);
  for (const int first : {0, 3}) {
    for (const int n : {-7, 0, 5, 22, 23, 24, 25, 47, 48, 71, 500, 999}) {
      std::vector<int> p(48), sums(24), ends(24);
      for (int l = 0; l < 24; ++l) {
        for (ends[l] = l + first; ends[l] <= n; ends[l] += 24) {
          sums[l] += in[ends[l]] * (ends[l] & 3);
        }
      }
      run({{48}, {24}, {}}, p, in, Local{24 * sizeof(int)}, n, first);
      for (int item = 0; item < 48; ++item) {
        ASSERT_EQ(p[item], sums[23 - item % 24] + ends[item % 24]) << item << " up to " << n;
      }
    }
  }
}

TEST_P(GridStride, squaresOfAGroup) {
  build(R"(kernel void k(global int* p, int width, int height) {
      int x, y, sum = 0;
      for (y = get_local_id(1); y < height; y += get_local_size(1))
        for (x = get_local_id(0); x < width; x += get_local_size(0))
          sum += p[64 + y * width + x];
      p[get_local_id(1) * get_local_size(0) + get_local_id(0)] = sum; })");
  for (const auto& [width, height] :
       std::vector<std::pair<int, int>>{{20, 11}, {8, 4}, {7, 3}, {9, 5}, {0, 5}}) {
    std::vector<int> p(64 + 220), expected(64);
    std::iota(p.begin() + 64, p.end(), 1);
    for (int i = 0; i < width * height; ++i) {
      expected[i / width % 4 * 8 + i % width % 8] += p[64 + i];
    }
    run({{8, 4}, {8, 4}, {}}, p, width, height);
    EXPECT_EQ(std::vector<int>(p.begin(), p.begin() + 32),
              std::vector<int>(expected.begin(), expected.begin() + 32))
        << width << " x " << height;
  }
}

TEST_P(GridStride, aSecondCounter) {
  build(R"(kernel void k(global int* p, int n) {
      ushort at = 65530 + get_local_id(0);
      for (int i = get_global_id(0); i < n; i += get_global_size(0), at += 3) p[i] = at; })");
  std::vector<int> p(elements);
  run({{24}, {8}, {}}, p, elements);
  for (int i = 0; i < elements; ++i) {
    ASSERT_EQ(p[i], (65530 + i % 8 + i / 24 * 3) & 0xffff) << i;
  }
}

/// Work-items that leave a loop do not come back.
TEST_P(GridStride, leavesEarly) {
  build(R"(kernel void k(global int* p, int n) {
      for (int i = get_global_id(0); i < n; i += get_global_size(0)) {
        if (p[i] == 7) break;
        p[i] = 100;
      } })");
  std::vector<int> p(elements, 1);
  p[500] = 7;
  run({{40}, {20}, {}}, p, elements);
  for (int i = 0; i < elements; ++i) {
    ASSERT_EQ(p[i], i % 40 == 20 && i >= 500 ? (i == 500 ? 7 : 1) : 100) << i;
  }
}

/// The counter goes by 3 * 2^29 and wraps twice before it meets the bound.
TEST_P(GridStride, countersThatWrap) {
  build(R"(kernel void k(global int* p, uint n) {
      for (uint i = get_global_id(0); i < n; i += (uint)get_global_size(0) << 20)
        p[get_global_id(0) * 8 + (i >> 29)] += 1; })");
  std::vector<int> p(1536 * 8);
  run({{1536}, {64}, {}}, p, cl_uint(0xe0000000));
  for (int i = 0; i < 1536 * 8; ++i) {
    const std::vector<int> met = {1, 1, 0, 1, 1, 0, 1, 0};
    ASSERT_EQ(p[i], met[i % 8]) << "item " << i / 8 << ", part " << i % 8;
  }
}

/// The last step of no work-item wraps, but any larger one would.
TEST_P(GridStride, boundsAtTheLimit) {
  build(R"(kernel void k(global int* p, uint n) {
      for (uint i = get_global_id(0) + 0xfffffe00u; i < n; i += get_global_size(0))
        p[i - 0xfffffe00u] += 1; })");
  std::vector<int> p(512);
  run({{128}, {16}, {}}, p, cl_uint(0xffffff80));
  for (int i = 0; i < 512; ++i) {
    ASSERT_EQ(p[i], i < 384 ? 1 : 0) << i;
  }
}

TEST_P(GridStride, offsets) {
  build(R"(kernel void k(global int* p, int n) {
      for (int i = get_global_id(0); i < n; i += get_global_size(0)) p[i] += i; })");
  std::vector<int> p(elements);
  run({{64}, {16}, {100}}, p, elements);
  for (int i = 0; i < elements; ++i) {
    ASSERT_EQ(p[i], i < 100 ? 0 : i) << i;
  }
}

/// The last group is smaller.
TEST_P(GridStride, nonUniformGroups) {
  build(R"(kernel void k(global int* p, int n) {
      for (int i = get_group_id(0) * get_enqueued_local_size(0) + get_local_id(0); i < n;
           i += get_global_size(0)) p[i] += i + 1; })",
        "-cl-std=CL3.0");
  std::vector<int> p(elements);
  run({{77}, {16}, {}}, p, elements);
  for (int i = 0; i < elements; ++i) {
    ASSERT_EQ(p[i], i + 1) << i;
  }
}

TEST_P(GridStride, privateAndLocalMemory) {
  build(R"(kernel void k(global int* p, local int* t, int n) {
      for (int i = get_local_id(0); i < n; i += get_local_size(0)) {
        int a[9];
        for (int j = 0; j < 9; ++j) a[(j * 4 + i) % 9] = j;
        t[get_local_id(0)] = (i == (int)get_local_id(0) ? 0 : t[get_local_id(0)]) + a[(i + 1) % 9];
        p[(int)get_group_id(0) * n + i] = t[get_local_id(0)];
      } })");
  constexpr int n = 200, local = 24, groups = 3;
  std::vector<int> p(n * groups);
  run({{local * groups}, {local}, {}}, p, Local{local * sizeof(int)}, n);
  for (int i = 0; i < n * groups; ++i) {
    ASSERT_EQ(p[i], 7 * (i % n / local + 1)) << i; // as 4 * 7 is 1 more than a multiple of 9
  }
}

/// Whether the counter wraps is computed in 128 bits.
TEST_P(GridStride, ulongUpToAndIncluding) {
  build(R"(kernel void k(global int* p, ulong n) {
      int id = get_global_id(0);
      for (ulong i = get_global_id(0); i <= n; i += get_global_size(0))
        p[(int)i] = 1ul % ((ulong)id | 1) != 0 ? 2 : 1; })");
  std::vector<int> p(elements);
  run({{24}, {8}, {}}, p, cl_ulong(elements - 1));
  for (int i = 0; i < elements; ++i) {
    ASSERT_EQ(p[i], i % 24 > 1 ? 2 : 1) << i;
  }
}

TEST_P(GridStride, histogram) {
  build(R"(kernel void k(global int* bins, global const int* p, int n) {
      for (int i = get_global_id(0); i < n; i += get_global_size(0))
        atomic_add(&bins[p[i] & 15], 1); })");
  std::vector<int> bins(16), p(elements), expected(16);
  for (int i = 0; i < elements; ++i) {
    p[i] = i * i;
    ++expected[p[i] & 15];
  }
  run({{64}, {32}, {}}, bins, p, elements);
  EXPECT_EQ(bins, expected);
}

/// Counters of a group, which several vectors of work-items add to at once: in places of each, in
/// one place for all, and where each takes a place of its own.
TEST_P(GridStride, countersOfGroups) {
  build(R"(#define SIZE 64
      kernel __attribute__((reqd_work_group_size(SIZE, 1, 1)))
      void k(global uint* out, global uint* places, global const uchar* in, uint n) {
        local uint bins[4][16], all, next;
        uint l = get_local_id(0);
        bins[l / 16][l % 16] = 0;
        if (l == 0) all = next = 0;
        barrier(CLK_LOCAL_MEM_FENCE);
        for (uint i = get_global_id(0); i < n; i += get_global_size(0)) {
          atomic_inc(&bins[l % 4][in[i] & 15]);
          atomic_add(&all, 3);
        }
        for (uint i = get_global_id(0); i < n; i += get_global_size(0))
          places[i] = atomic_inc(&next);
        barrier(CLK_LOCAL_MEM_FENCE);
        if (l < 16)
          atomic_add(&out[l], bins[0][l] + bins[1][l] + bins[2][l] + bins[3][l]);
        if (l == 0) {
          atomic_add(&out[16], all);
          atomic_add(&out[17], next);
        }
      })");
  for (const cl_uint n : {1U, 100U, 128U, 3000U, 20011U}) {
    std::vector<cl_uint> out(18), expected(18), places(n);
    std::vector<cl_uchar> in(n);
    for (cl_uint i = 0; i < n; ++i) {
      in[i] = cl_uchar(i * i >> 3);
      ++expected[in[i] & 15];
    }
    expected[16] = 3 * n, expected[17] = n;
    run({{128}, {64}, {}}, out, places, in, n);
    EXPECT_EQ(out, expected) << n;
    // Of each group the places are different.
    for (const size_t group : {0U, 1U}) {
      std::vector<cl_uint> own;
      for (size_t i = 0; i < n; ++i) {
        if (i % 128 / 64 == group) {
          own.push_back(places[i]);
        }
      }
      std::ranges::sort(own);
      for (size_t i = 0; i < own.size(); ++i) {
        ASSERT_EQ(own[i], i) << n;
      }
    }
  }
}

} // namespace
