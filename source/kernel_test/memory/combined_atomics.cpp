// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Atomic operations of many work-items on one place.
#include "harness.h"

#include <algorithm>
#include <numeric>

namespace {

class CombinedAtomics : public KernelTest {};
ALL_VARIANTS(CombinedAtomics);

/// Each that passes a test gets a place of its own, and the places have no gaps.
TEST_P(CombinedAtomics, compaction) {
  build(R"(kernel void k(global int* out, global uint* count, global const int* in, int n) {
             int i = get_global_id(0);
             if (i < n && in[i] % 3 == 0) out[atomic_inc(count)] = in[i];
           })");
  for (const int n : {0, 1, 15, 64, 200, 333}) {
    std::vector<int> in(400), out(400, -1), expected;
    for (int i = 0; i < 400; ++i) {
      in[i] = i * 7 % 1000;
      if (i < n && in[i] % 3 == 0) {
        expected.push_back(in[i]);
      }
    }
    std::vector<cl_uint> count(1);
    run({{400}, {40}, {}}, out, count, in, n);
    ASSERT_EQ(count[0], expected.size()) << n;
    std::sort(out.begin(), out.begin() + long(count[0]));
    std::sort(expected.begin(), expected.end());
    EXPECT_TRUE(std::equal(expected.begin(), expected.end(), out.begin())) << n;
    EXPECT_TRUE(
        std::all_of(out.begin() + long(count[0]), out.end(), [](int o) { return o == -1; }));
  }
}

/// Ranges of different lengths follow each other.
TEST_P(CombinedAtomics, ranges) {
  build(R"(kernel void k(global uint* begins, global uint* next, global const uint* lengths) {
             size_t i = get_global_id(0);
             begins[i] = lengths[i] ? atomic_add(next, lengths[i]) : 1000000u;
           })");
  std::vector<cl_uint> lengths(300), begins(300), next = {5};
  for (size_t i = 0; i < lengths.size(); ++i) {
    lengths[i] = cl_uint(i * 13 % 7);
  }
  run({{300}, {50}, {}}, begins, next, lengths);
  EXPECT_EQ(next[0], 5 + std::accumulate(lengths.begin(), lengths.end(), 0U));
  std::vector<int> taken(next[0]);
  for (size_t i = 0; i < lengths.size(); ++i) {
    for (cl_uint j = 0; j < lengths[i]; ++j) {
      ++taken.at(begins[i] + j);
    }
  }
  EXPECT_TRUE(std::all_of(taken.begin() + 5, taken.end(), [](int times) { return times == 1; }));
}

TEST_P(CombinedAtomics, allOperations) {
  build(R"(kernel void k(global int* r, global const int* in, global uint* u, int n, int same) {
             local int sum;
             int l = get_local_id(0), i = get_global_id(0), v = in[i];
             if (l == 0) sum = 0;
             barrier(CLK_LOCAL_MEM_FENCE);
             if (v != 4) {
               atomic_add(&r[0], v);
               atomic_sub(&r[1], v);
               atomic_min(&r[2], v);
               atomic_max(&r[3], v);
               atomic_and(&r[4], v | 0xf0f0);
               atomic_or(&r[5], v & 0xff);
               atomic_xor(&r[6], v);
               atomic_xor(&r[7], same);
               atomic_add(&r[8], same);
               atomic_dec(&r[9]);
               atomic_min(&u[0], (uint)v);
               atomic_max(&u[1], (uint)v);
               atomic_add(&sum, v * 3);
               if (i < n) atomic_inc(&r[10]);
             }
             barrier(CLK_LOCAL_MEM_FENCE);
             if (l == 0) atomic_add(&r[11], sum);
           })");
  const int n = 170, same = 0x1235;
  std::vector<int> in(256), r(12, 17), expected(12, 17);
  std::vector<cl_uint> u = {99, 1}, expected_u = u;
  for (int i = 0; i < 256; ++i) {
    const int v = in[i] = i * 31 % 100 - 50;
    if (v == 4) {
      continue;
    }
    expected[0] += v;
    expected[1] -= v;
    expected[2] = std::min(expected[2], v);
    expected[3] = std::max(expected[3], v);
    expected[4] &= v | 0xf0f0;
    expected[5] |= v & 0xff;
    expected[6] ^= v;
    expected[7] ^= same;
    expected[8] += same;
    expected[9] -= 1;
    expected[10] += i < n;
    expected[11] += 3 * v;
    expected_u[0] = std::min(expected_u[0], cl_uint(v));
    expected_u[1] = std::max(expected_u[1], cl_uint(v));
  }
  run({{256}, {64}, {}}, r, in, u, n, same);
  EXPECT_EQ(r, expected);
  EXPECT_EQ(u, expected_u);
}

/// In a loop that lanes leave at different times.
TEST_P(CombinedAtomics, inLoops) {
  build(R"(kernel void k(global uint* tickets, global uint* next, global const uint* rounds) {
             size_t i = get_global_id(0);
             for (uint j = 0; j < rounds[i]; ++j) tickets[i * 8 + j] = atomic_inc(next);
           })");
  std::vector<cl_uint> rounds(96), tickets(96 * 8, ~0U), next(1);
  for (size_t i = 0; i < rounds.size(); ++i) {
    rounds[i] = cl_uint(i * 5 % 9);
  }
  run({{96}, {32}, {}}, tickets, next, rounds);
  const cl_uint sum = std::accumulate(rounds.begin(), rounds.end(), 0U);
  EXPECT_EQ(next[0], sum);
  std::vector<int> given(sum);
  for (size_t i = 0; i < rounds.size(); ++i) {
    for (cl_uint j = 0; j < rounds[i]; ++j) {
      ++given.at(tickets[i * 8 + j]);
      EXPECT_TRUE(j == 0 || tickets[i * 8 + j] > tickets[i * 8 + j - 1]);
    }
  }
  EXPECT_TRUE(std::all_of(given.begin(), given.end(), [](int times) { return times == 1; }));
}

} // namespace
