// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Local memory that holds a copy of global memory, which drivers may read instead: where that is
// the same, and where it is not.
#include "harness.h"

#include <numeric>

namespace {

class LocalCopies : public KernelTest {
protected:
  static std::vector<int> numbers(size_t count) {
    std::vector<int> result(count);
    for (size_t i = 0; i < count; ++i) {
      result[i] = int(i * 37 % 101);
    }
    return result;
  }
};
ALL_VARIANTS(LocalCopies);

TEST_P(LocalCopies, productOfMatrices) {
  build(R"(kernel __attribute__((reqd_work_group_size(8, 4, 1)))
           void k(global int* c, global const int* a, global const int* b) {
             const int n = 24;
             local int ta[4][4], tb[4][8];
             int x = get_local_id(0), y = get_local_id(1);
             int column = get_global_id(0), row = get_global_id(1), sum = 0;
             for (int t = 0; t < n; t += 4) {
               if (x < 4) ta[y][x] = a[row * n + t + x];
               tb[y][x] = b[(t + y) * n + column];
               barrier(CLK_LOCAL_MEM_FENCE);
               for (int i = 0; i < 4; i++) sum += ta[y][i] * tb[i][x];
               barrier(CLK_LOCAL_MEM_FENCE);
             }
             c[row * n + column] = sum; })");
  const int n = 24;
  const std::vector<int> a = numbers(n * n), b(a.rbegin(), a.rend());
  std::vector<int> c(n * n), in_a = a, in_b = b;
  run({{n, n}, {8, 4}, {}}, c, in_a, in_b);
  for (int row = 0; row < n; ++row) {
    for (int column = 0; column < n; ++column) {
      int sum = 0;
      for (int i = 0; i < n; ++i) {
        sum += a[row * n + i] * b[i * n + column];
      }
      ASSERT_EQ(c[row * n + column], sum) << row << ", " << column;
    }
  }
}

/// All of a tile of which others read each element, with ids that begin anywhere.
TEST_P(LocalCopies, allPairs) {
  build(R"(kernel __attribute__((reqd_work_group_size(20, 1, 1)))
           void k(global int* out, global const int* in, local int* t, uint n) {
             uint l = get_local_id(0), g = get_global_id(0) - get_global_offset(0);
             int sum = 0;
             for (uint from = 0; from < n; from += 20) {
               t[l] = in[from + l] + 0;
               barrier(CLK_LOCAL_MEM_FENCE);
               for (uint j = 0; j < 20; ++j) sum = sum * 3 + (t[j] ^ g);
               barrier(CLK_LOCAL_MEM_FENCE);
             }
             out[g] = sum; })");
  const std::vector<int> in = numbers(60);
  std::vector<int> out(60), read = in;
  run({{60}, {20}, {7}}, out, read, Local{80}, 60U);
  for (unsigned g = 0; g < 60; ++g) {
    unsigned sum = 0;
    for (const int value : in) {
      sum = sum * 3 + (unsigned(value) ^ g);
    }
    ASSERT_EQ(unsigned(out[g]), sum) << g;
  }
}

/// The work-item whose element all read writes over the original as soon as it has read.
TEST_P(LocalCopies, writtenWhileOthersRead) {
  build(R"(kernel __attribute__((reqd_work_group_size(40, 1, 1)))
           void k(global int* data) {
             local int t[40];
             uint l = get_local_id(0), g = get_global_id(0);
             t[l] = data[g];
             barrier(CLK_LOCAL_MEM_FENCE);
             data[g] = t[3] * 100 + l; })");
  const std::vector<int> before = numbers(80);
  std::vector<int> data = before;
  run({{80}, {40}, {}}, data);
  for (int g = 0; g < 80; ++g) {
    ASSERT_EQ(data[g], before[g / 40 * 40 + 3] * 100 + g % 40) << g;
  }
}

/// The original is written between the copy and the reads, by another work-item, or after the reads
/// of one round and before the copy of the next.
TEST_P(LocalCopies, writtenBetweenBarriers) {
  build(R"(kernel __attribute__((reqd_work_group_size(40, 1, 1)))
           void k(global int* data, global int* out) {
             local int t[40], u[40];
             uint l = get_local_id(0), g = get_global_id(0);
             int sum = 0;
             for (int round = 0; round < 4; ++round) {
               t[l] = data[g];
               barrier(CLK_LOCAL_MEM_FENCE);
               sum = sum * 3 + t[round];
               barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
               data[g] += l;
               barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
               u[l] = data[g];
               barrier(CLK_LOCAL_MEM_FENCE);
               data[g] = 7;
               barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
               data[g] = u[round + 1] ^ l;
               barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
             }
             out[g] = sum; })");
  std::vector<int> data = numbers(80), expected = data, out(80), sums(80);
  run({{80}, {40}, {}}, data, out);
  for (int first : {0, 40}) {
    for (int round = 0; round < 4; ++round) {
      for (int l = 0; l < 40; ++l) {
        sums[first + l] = sums[first + l] * 3 + expected[first + round];
      }
      const int kept = expected[first + round + 1] + round + 1;
      for (int l = 0; l < 40; ++l) {
        expected[first + l] = kept ^ l;
      }
    }
  }
  ASSERT_EQ(out, sums);
  ASSERT_EQ(data, expected);
}

/// Values copied to local memory in a loop are read behind it, where the loop's counter has gone
/// on.
TEST_P(LocalCopies, ofTheLastRound) {
  build(R"(kernel __attribute__((reqd_work_group_size(16, 2, 1)))
           void k(global int* out, global const int* in, int n) {
             local int t[2][16];
             int x = get_local_id(0), y = get_local_id(1), j;
             for (j = 0; j < n; ++j) {
               t[y][x] = in[j * 32 + y * 16 + x];
               barrier(CLK_LOCAL_MEM_FENCE);
             }
             out[y * 16 + x] = t[1 - y][5] + t[y][x] * 1000; })");
  const std::vector<int> in = numbers(96);
  std::vector<int> out(32), read = in;
  run({{16, 2}, {16, 2}, {}}, out, read, 3);
  for (int y = 0; y < 2; ++y) {
    for (int x = 0; x < 16; ++x) {
      ASSERT_EQ(out[y * 16 + x], in[64 + (1 - y) * 16 + 5] + in[64 + y * 16 + x] * 1000);
    }
  }
}

/// A square group: an id in one dimension tells an element in the other.
TEST_P(LocalCopies, idsExchanged) {
  build(R"(kernel __attribute__((reqd_work_group_size(8, 8, 2)))
           void k(global int* out, global const int* in) {
             local int t[2][8][8];
             int x = get_local_id(0), y = get_local_id(1), z = get_local_id(2);
             int at = (int)get_global_id(2) * 64 + y * 8 + x;
             t[z][y][x] = in[at];
             barrier(CLK_LOCAL_MEM_FENCE);
             int sum = t[z][y][3];
             for (int i = 0; i < 8; ++i) sum = sum * 3 + t[1][i][y] + t[0][y][i];
             barrier(CLK_LOCAL_MEM_FENCE);
             out[at] = sum; })");
  const std::vector<int> in = numbers(256);
  std::vector<int> out(256), read = in;
  run({{8, 8, 4}, {8, 8, 2}, {}}, out, read);
  for (int g = 0; g < 256; ++g) {
    const int y = g / 8 % 8, z = g / 64, first = z / 2 * 128;
    int sum = in[z * 64 + y * 8 + 3];
    for (int i = 0; i < 8; ++i) {
      sum = sum * 3 + in[first + 64 + i * 8 + y] + in[first + y * 8 + i];
    }
    ASSERT_EQ(out[g], sum) << g;
  }
}

/// Where the copy came from depends on the id of the group in a dimension that work-items choose.
TEST_P(LocalCopies, groupIdOfAVaryingDimension) {
  build(R"(kernel __attribute__((reqd_work_group_size(16, 1, 1)))
           void k(global int* out, global const int* a) {
             local int t[16];
             uint l = get_local_id(0);
             t[l] = a[get_group_id(l & 1) * 16 + l];
             barrier(CLK_LOCAL_MEM_FENCE);
             int v = t[(l + 1) & 15];
             barrier(CLK_LOCAL_MEM_FENCE);
             out[get_global_id(1) * get_global_size(0) + get_global_id(0)] = v; })");
  std::vector<int> out(64), a(64);
  std::iota(a.begin(), a.end(), 0);
  run({{32, 2}, {16, 1}, {}}, out, a);
  for (int i = 0; i < 64; ++i) {
    const int x = i % 32, y = i / 32, other = (x + 1) & 15;
    ASSERT_EQ(out[i], 16 * (other & 1 ? y : x / 16) + other) << i;
  }
}

/// Two tiles in one block, of an argument and of a variable.
TEST_P(LocalCopies, partsOfABlock) {
  build(R"(kernel __attribute__((reqd_work_group_size(8, 8, 1)))
           void k(global int* c, global const int* a, global const int* b, local int* block) {
             local int sums[64 + 8];
             local int* ta = block;
             local int* tb = block + 64;
             const int n = 24;
             int x = get_local_id(0), y = get_local_id(1);
             int column = get_global_id(0), row = get_global_id(1), sum = 0;
             for (int t = 0; t < n; t += 8) {
               ta[y * 8 + x] = a[row * n + t + x];
               tb[y * 8 + x] = b[(t + y) * n + column];
               barrier(CLK_LOCAL_MEM_FENCE);
               for (int i = 0; i < 8; i++) sum += ta[y * 8 + i] * tb[i * 8 + x];
               barrier(CLK_LOCAL_MEM_FENCE);
             }
             sums[y * 8 + x] = sum;
             if (y == 0) sums[64 + x] = x;
             barrier(CLK_LOCAL_MEM_FENCE);
             c[row * n + column] = sums[(7 - y) * 8 + x] + sums[64 + y]; })");
  const int n = 24;
  const std::vector<int> a = numbers(n * n), b(a.rbegin(), a.rend());
  std::vector<int> c(n * n), in_a = a, in_b = b;
  run({{n, n}, {8, 8}, {}}, c, in_a, in_b, Local{2 * 64 * sizeof(int)});
  for (int row = 0; row < n; ++row) {
    for (int column = 0; column < n; ++column) {
      const int of = row / 8 * 8 + 7 - row % 8;
      int sum = row % 8;
      for (int i = 0; i < n; ++i) {
        sum += a[of * n + i] * b[i * n + column];
      }
      ASSERT_EQ(c[row * n + column], sum) << row << ", " << column;
    }
  }
}

/// What one pointer writes another reads, from the other part of the block.
TEST_P(LocalCopies, acrossParts) {
  build(R"(kernel __attribute__((reqd_work_group_size(16, 1, 1)))
           void k(global int* out, global const int* in, local int* block) {
             local int* low = block;
             local int* high = block + 16;
             int l = get_local_id(0), g = get_global_id(0);
             low[l] = in[g];
             high[l] = -in[g];
             barrier(CLK_LOCAL_MEM_FENCE);
             out[g] = high[-1 - l] * 3 + low[16 + (l ^ 5)]; })");
  const std::vector<int> in = numbers(48);
  std::vector<int> out(48), read = in;
  run({{48}, {16}, {}}, out, read, Local{2 * 16 * sizeof(int)});
  for (int g = 0; g < 48; ++g) {
    const int first = g / 16 * 16, l = g % 16;
    ASSERT_EQ(out[g], in[first + 15 - l] * 3 - in[first + (l ^ 5)]) << g;
  }
}

} // namespace
