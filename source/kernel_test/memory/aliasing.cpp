// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// `restrict` holds for the length of a call, and no longer.
#include "harness.h"

#include <bit>
#include <numeric>

namespace {

class Aliasing : public KernelTest {};
ALL_VARIANTS(Aliasing);

/// Two arrays change roles from call to call.
TEST_P(Aliasing, callsExchangeRestrictedPointers) {
  build(R"(void step(global int* restrict dst, global const int* restrict src, int m, ulong n) {
             int s = src[(m - 1) * n];
             for (int j = 0; j < m; j++) dst[j * n] = src[j * n] + s;
           }
           kernel void k(global int* buf, int m) {
             size_t i = get_global_id(0), n = get_global_size(0);
             global int *a = buf + i, *b = buf + n * m + i;
             for (int r = 0; r < 4; r++) step(r & 1 ? a : b, r & 1 ? b : a, m, n);
           })");
  const int n = 64, m = 5;
  std::vector<int> data(2 * n * m);
  for (int j = 0; j < m; ++j) {
    for (int i = 0; i < n; ++i) {
      data[j * n + i] = j + i;
    }
  }
  run({{n}, {n}, {}}, data, m);
  for (int j = 0; j < m; ++j) {
    for (int i = 0; i < n; ++i) {
      ASSERT_EQ(data[j * n + i], j + i + 15 * (m - 1 + i)) << j << ", " << i;
    }
  }
}

/// Straight code: four calls that are inlined one behind the other.
TEST_P(Aliasing, callsInARow) {
  build(R"(void step(global int* restrict dst, global const int* restrict src, int m) {
             for (int j = 0; j < m; j++) dst[j] = src[m - 1 - j] * 3 + src[0];
           }
           kernel void k(global int* buf, int m) {
             global int *a = buf + get_global_id(0) * 2 * m, *b = a + m;
             step(b, a, m); step(a, b, m); step(b, a, m); step(a, b, m);
           })");
  const int n = 48, m = 6;
  std::vector<int> data(2 * n * m);
  std::iota(data.begin(), data.end(), 0);
  std::vector<int> expected = data;
  for (int i = 0; i < n; ++i) {
    int *a = &expected[i * 2 * m], *b = a + m;
    for (int round = 0; round < 4; ++round) {
      for (int j = 0; j < m; ++j) {
        b[j] = a[m - 1 - j] * 3 + a[0];
      }
      std::swap(a, b);
    }
  }
  run({{n}, {16}, {}}, data, m);
  EXPECT_EQ(data, expected);
}

/// With a barrier after each call.
TEST_P(Aliasing, barriersBetweenCalls) {
  build(R"(void step(local int* restrict dst, local const int* restrict src, int l) {
             dst[l] = src[l] + src[0];
           }
           kernel __attribute__((reqd_work_group_size(256, 1, 1)))
           void k(global int* out, local int* t) {
             local int *a = t, *b = t + 256;
             int l = get_local_id(0);
             a[l] = (int)get_group_id(0) * 256 + l + 1;
             barrier(CLK_LOCAL_MEM_FENCE);
             for (int r = 0; r < 4; r++) {
               step(r & 1 ? a : b, r & 1 ? b : a, l);
               barrier(CLK_LOCAL_MEM_FENCE);
             }
             out[get_global_id(0)] = a[l];
           })");
  std::vector<int> out(512);
  run({{512}, {256}, {}}, out, Local{2048});
  for (int g = 0; g < 512; ++g) {
    ASSERT_EQ(out[g], g + 1 + 15 * (g / 256 * 256 + 1)) << g;
  }
}

/// With a barrier inside of the call, to which work-items come with the pointers exchanged.
TEST_P(Aliasing, barrierInsideACall) {
  build(R"(int step(local int* restrict dst, local const int* restrict src, int l, int n) {
             int mine = src[l];
             dst[l] = mine * 2;
             barrier(CLK_LOCAL_MEM_FENCE);
             return src[n - 1 - l] + mine;
           }
           kernel void k(global int* out, local int* t) {
             int l = get_local_id(0), n = get_local_size(0), odd = l & 1;
             local int *a = t, *b = t + n;
             a[l] = l; b[l] = l + 100;
             int sum = 0;
             for (int r = 0; r < 3; r++) {
               barrier(CLK_LOCAL_MEM_FENCE);
               sum = sum * 3 + step(odd ? a : b, odd ? b : a, l, n);
             }
             out[get_global_id(0)] = sum;
           })");
  for (const int n : {16, 17}) {
    std::vector<int> out(n * 3);
    run({{size_t(n) * 3}, {size_t(n)}, {}}, out, Local{size_t(n) * 8});
    std::vector<int> memory[2], sum(n);
    for (int l = 0; l < n; ++l) {
      memory[0].push_back(l);
      memory[1].push_back(l + 100);
    }
    for (int round = 0; round < 3; ++round) {
      std::vector<int> mine(n);
      for (int l = 0; l < n; ++l) {
        mine[l] = memory[l & 1][l];
        memory[1 - (l & 1)][l] = mine[l] * 2;
      }
      for (int l = 0; l < n; ++l) {
        sum[l] = sum[l] * 3 + memory[l & 1][n - 1 - l] + mine[l];
      }
    }
    for (int g = 0; g < n * 3; ++g) {
      ASSERT_EQ(out[g], sum[g % n]) << g << " of groups of " << n;
    }
  }
}

/// Local memory is written as numbers of one type and read as those of another, by other
/// work-items. C's rules of types say that these are not the same; programs rely on it that a
/// barrier is between them.
TEST_P(Aliasing, localMemoryOfTwoTypes) {
  constexpr int local = 16, items = 64;
  for (const char* attribute : {"", "__attribute__((reqd_work_group_size(16, 1, 1)))"}) {
    SCOPED_TRACE(attribute);
    build(std::string(attribute) + R"( kernel void k(global uint* out, global const float* in,
                                                     local float* t) {
             int l = get_local_id(0), last = get_local_size(0) - 1;
             local uint* bits = (local uint*)t;
             uint sum = 0;
             for (int round = 0; round < 3; ++round) {
               t[l] = in[get_global_id(0)] * (round + 1);
               barrier(CLK_LOCAL_MEM_FENCE);
               uint other = bits[last - l];
               barrier(CLK_LOCAL_MEM_FENCE);
               bits[l] = other + round;
               barrier(CLK_LOCAL_MEM_FENCE);
               sum = sum * 3 + (other ^ (t[l ^ 1] > 2.0f));
               barrier(CLK_LOCAL_MEM_FENCE);
             }
             out[get_global_id(0)] = sum;
           })");
    std::vector<unsigned> out(items);
    std::vector<float> in(items);
    for (int i = 0; i < items; ++i) {
      in[i] = float(i % 5) + 0.5F;
    }
    run({{items}, {local}, {}}, out, in, Local{local * sizeof(float)});
    for (int i = 0; i < items; ++i) {
      const auto other = [&](int of, unsigned round) {
        const int from = of / local * local + local - 1 - of % local;
        return std::bit_cast<unsigned>(in[from] * float(round + 1));
      };
      unsigned sum = 0;
      for (unsigned round = 0; round < 3; ++round) {
        const bool more = std::bit_cast<float>(other(i ^ 1, round) + round) > 2.0F;
        sum = sum * 3 + (other(i, round) ^ unsigned(more));
      }
      ASSERT_EQ(out[i], sum) << i;
    }
  }
}

/// The same where LLVM sees all barriers at once: a number of another type is written over what was
/// read.
TEST_P(Aliasing, localMemoryWrittenOverAsAnotherType) {
  build(R"(kernel __attribute__((reqd_work_group_size(16, 1, 1)))
           void k(global int* out, global const float* in, local float* t) {
             int l = get_local_id(0);
             local int* u = (local int*)t;
             t[l] = in[get_global_id(0)];
             barrier(CLK_LOCAL_MEM_FENCE);
             int bits = u[15 - l];
             barrier(CLK_LOCAL_MEM_FENCE);
             t[l] = 0.5f;
             barrier(CLK_LOCAL_MEM_FENCE);
             out[get_global_id(0)] = bits + (t[l ^ 1] == 0.5f);
           })");
  std::vector<int> out(32);
  std::vector<float> in(32);
  std::iota(in.begin(), in.end(), 1.0F);
  run({{32}, {16}, {}}, out, in, Local{16 * sizeof(float)});
  for (int i = 0; i < 32; ++i) {
    ASSERT_EQ(out[i], std::bit_cast<int>(in[i ^ 15]) + 1) << i;
  }
}

/// And global memory, by one work-item.
TEST_P(Aliasing, globalMemoryOfTwoTypes) {
  build(R"(kernel void k(global int* out, global float* in) {
             size_t i = get_global_id(0);
             global int* bits = (global int*)in;
             int sum = 0;
             for (int round = 0; round < 4; ++round) {
               in[i] = in[i] * 2.0f;
               sum = (sum ^ bits[i]) + round;
               bits[i] += 1 << 20;
             }
             out[i] = sum + (int)in[i];
           })");
  std::vector<int> out(64);
  std::vector<float> in(64), values(64);
  std::iota(in.begin(), in.end(), 1.0F);
  values = in;
  run({{64}, {16}, {}}, out, in);
  for (size_t i = 0; i < 64; ++i) {
    int sum = 0;
    for (int round = 0; round < 4; ++round) {
      const int bits = std::bit_cast<int>(values[i] * 2.0F);
      sum = (sum ^ bits) + round;
      values[i] = std::bit_cast<float>(bits + (1 << 20));
    }
    ASSERT_EQ(out[i], sum + int(values[i])) << i;
  }
}

/// A work-item accesses again what it has written.
TEST_P(Aliasing, writesTheSamePlacesAgain) {
  build(R"(kernel void k(global uint* out, long n, local uint* t) {
             global uint* own = out + get_global_id(0) * 3ul;
             int a[64];
             if ((uint)n == 0) {
               barrier(CLK_LOCAL_MEM_FENCE);
             } else {
               for (int i = 0; i < 16; ++i) {
                 a[i & 3] = i;
                 own[i / 8] = own[i / 8] * 3u + (uint)i;
               }
               own[2] += (uint)a[1];
             } })");
  std::vector<cl_uint> out(300);
  std::iota(out.begin(), out.end(), 0);
  std::vector<cl_uint> expected = out;
  for (int g = 0; g < 100; ++g) {
    for (int i = 0; i < 16; ++i) {
      expected[g * 3 + i / 8] = expected[g * 3 + i / 8] * 3 + i;
    }
    expected[g * 3 + 2] += 13;
  }
  run({{100}, {100}, {}}, out, cl_long(38), Local{4});
  EXPECT_EQ(out, expected);
}

/// The same in a loop of loops, each of which begins with the first pointers again.
TEST_P(Aliasing, exchangesBeginAnew) {
  build(R"(void step(global uint* restrict dst, global const uint* src, int v) {
             for (int i = 0; i < 2; ++i) {
               dst[i] = src[(uint)(i + 2) & 1u] + src[(uint)(i + 1) & 1u] + (uint)v;
               dst[1 - i] = dst[i] ^ src[(uint)(i + 2) & 1u];
             }
           }
           kernel void k(global uint* buf, uint n, uint m, global const uint* x) {
             int g = get_global_id(0);
             global uint* own = buf + g * 16;
             ushort r = 0;
             for (int j = (int)(convert_uint_sat((float)g) & 3u); j < (int)(m & 7u); ++j) {
               global uint *a = own, *b = own + 8;
               for (int i = 0; i < ((int)((uint)g & 3u) + 1); ++i) {
                 step(b, a, (int)n);
                 global uint* c = a;
                 a = b;
                 b = c;
               }
               switch (n & 7u) {
               case 5:
               case 3: vstore4((uint4)((uint)g), (n * m) & 3u, own); break;
               case 2: own[(g & 3) * 3] |= n; r = (ushort)x[j]; break;
               }
             }
             own[15] ^= r; })");
  constexpr unsigned items = 64, m = 7;
  for (const unsigned n : {14U, 2U, 3U}) {
    std::vector<unsigned> data(items * 16), x = {1, 2, 3, 4, 5, 6, 7, 8};
    std::iota(data.begin(), data.end(), 1);
    std::vector<unsigned> expected = data;
    run({{items}, {16}, {}}, data, n, m, x);
    for (unsigned g = 0; g < items; ++g) {
      unsigned* own = &expected[g * 16];
      unsigned r = 0;
      for (unsigned j = g & 3; j < m; ++j) {
        unsigned *a = own, *b = own + 8;
        for (unsigned i = 0; i < (g & 3) + 1; ++i, std::swap(a, b)) {
          for (unsigned e = 0; e < 2; ++e) {
            b[e] = a[e] + a[1 - e] + n;
            b[1 - e] = b[e] ^ a[e];
          }
        }
        if (n == 3) {
          std::fill_n(own + 4 * (n * m & 3), 4, g);
        } else if (n == 2) {
          own[(g & 3) * 3] |= n;
          r = x[j];
        }
      }
      own[15] ^= r;
    }
    ASSERT_EQ(data, expected) << n;
  }
}

} // namespace
