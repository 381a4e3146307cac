// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "harness.h"

#include <cmath>
#include <limits>
#include <numeric>

namespace {

class Language : public KernelTest {};
ALL_VARIANTS(Language);

TEST_P(Language, programScopeConstants) {
  build(R"(struct row { char name[4]; float v; };
           constant struct row rows[2] = { { "ab", 1.5f }, { "cd", 2.5f } };
           constant int table[5] = { 1, 10, 100, 1000, 10000 };
           constant int* constant middle = &table[2];
           constant float3 vector = (float3)(1, 2, 3);
           kernel void k(global float* out) {
             size_t i = get_global_id(0);
             constant char* text = "xyz";
             out[i] = rows[i & 1].v + rows[i & 1].name[1] + table[i] + middle[-1] + vector.z + text[i % 3]; })");
  std::vector<float> out(5);
  run({{5}, {}, {}}, out);
  const float powers[] = {1, 10, 100, 1000, 10000};
  for (int i = 0; i < 5; ++i) {
    EXPECT_EQ(out[i], (i & 1 ? 2.5f + 'd' : 1.5f + 'b') + powers[i] + 10 + 3 + "xyz"[i % 3]);
  }
}

TEST_P(Language, integerDivisionNeverTraps) {
  build(
      R"(kernel void k(global int4* out, global int* bytes, global const int* a, global const int* b) {
             size_t i = get_global_id(0);
             int2 v = (int2)(a[i], a[i]) / (int2)(b[i], 3);
             char2 c = (char2)(a[i], b[i]);
             bytes[i] = c.x / c.y * 1000 + c.x % c.y;
             out[i] = (int4)(v, a[i] / b[i], a[i] % b[i]); })");
  std::vector<int> a = {7, INT_MIN, 5, -9, INT_MIN, 0, 128}, b = {0, -1, 2, 4, 0, 0, -1}, bytes(7);
  std::vector<cl_int4> out(7);
  run({{7}, {}, {}}, out, bytes, a, b);
  // Divisions that would trap may give anything (a producer of SPIR-V makes a - a / b * b of a %
  // b).
  for (size_t i = 0; i < a.size(); ++i) {
    EXPECT_EQ(out[i].s[1], a[i] / 3) << i;
    if (b[i] != 0 && !(a[i] == INT_MIN && b[i] == -1)) {
      EXPECT_EQ(out[i].s[0], a[i] / b[i]) << i;
      EXPECT_EQ(out[i].s[2], a[i] / b[i]) << i;
      EXPECT_EQ(out[i].s[3], a[i] % b[i]) << i;
    }
    const int x = static_cast<signed char>(a[i]), y = static_cast<signed char>(b[i]);
    if (y != 0) { // as ints, which 128 is one of
      EXPECT_EQ(bytes[i], x / y * 1000 + x % y) << i;
    }
  }
}

TEST_P(Language, atomicsOfAllItems) {
  build(R"(#pragma OPENCL EXTENSION cl_khr_int64_base_atomics : enable
           kernel void k(global int* g, global long* wide) {
             local int sum, top;
             if (get_local_id(0) == 0) { sum = 0; top = 0; }
             barrier(CLK_LOCAL_MEM_FENCE);
             atomic_add(&sum, (int)get_local_id(0));
             atomic_max(&top, (int)get_local_id(0));
             barrier(CLK_LOCAL_MEM_FENCE);
             if (get_local_id(0) == 0) { atomic_add(g, sum); atomic_add(g + 1, top); }
             atomic_inc(g + 2);
             atom_add(wide, 1L << 33);
             int old = g[3];
             while (true) { int seen = atomic_cmpxchg(g + 3, old, old + 2); if (seen == old) break; old = seen; } })");
  std::vector<int> g(4);
  std::vector<int64_t> wide(1);
  run({{6400}, {64}, {}}, g, wide);
  EXPECT_EQ(g, (std::vector<int>{100 * 63 * 64 / 2, 6300, 6400, 12800}));
  EXPECT_EQ(wide[0], int64_t(6400) << 33);
}

TEST_P(Language, asyncCopies) {
  build(R"(kernel void k(global float4* out, global const float4* in, local float4* t) {
             size_t n = get_local_size(0), first = get_group_id(0) * n;
             event_t e = async_work_group_copy(t, in + first, n, 0);
             e = async_work_group_strided_copy(t + n, in + first, n / 2, 2, e);
             wait_group_events(1, &e);
             size_t l = get_local_id(0);
             t[l] += t[n + l / 2];
             barrier(CLK_LOCAL_MEM_FENCE);
             e = async_work_group_copy(out + first, t, n, 0);
             wait_group_events(1, &e); })");
  std::vector<cl_float4> out(64), in(64);
  for (int i = 0; i < 64; ++i) {
    in[i] = {{float(i), float(1000 + i * 3), float(-500 - i), -float(i)}};
  }
  run({{64}, {16}, {}}, out, in, Local{24 * sizeof(cl_float4)});
  for (int i = 0; i < 64; ++i) {
    for (int c = 0; c < 4; ++c) {
      EXPECT_EQ(out[i].s[c], in[i].s[c] + in[i / 16 * 16 + i % 16 / 2 * 2].s[c]) << i << "." << c;
    }
  }
}

/// The second copy reads what the first one has written, other work-items' parts as well.
TEST_P(Language, asyncCopiesBehindAFence) {
  build(R"(kernel void k(global int* out, global const int* in, local int* t) {
             event_t e = async_work_group_copy(t, in + get_group_id(0) * 40, 40, 0);
             async_work_group_copy_fence(CLK_LOCAL_MEM_FENCE);
             e = async_work_group_strided_copy(out + get_group_id(0) * 80, t, 40, 2, e);
             async_work_group_copy_fence(CLK_GLOBAL_MEM_FENCE | CLK_LOCAL_MEM_FENCE);
             e = async_work_group_copy(t, out + get_group_id(0) * 80 + 40, 40, e);
             async_work_group_copy_fence(CLK_LOCAL_MEM_FENCE);
             e = async_work_group_copy(out + get_group_id(0) * 80, t, 40, e);
             wait_group_events(1, &e); })");
  std::vector<int> in(160), out(320, -1);
  std::iota(in.begin(), in.end(), 0);
  run({{32}, {8}, {}}, out, in, Local{40 * sizeof(int)});
  for (int i = 0; i < 320; ++i) {
    const int group = i / 80, from = i % 80 % 40 + 40; // both halves are the strided copy's second
    EXPECT_EQ(out[i], from % 2 == 0 ? in[group * 40 + from / 2] : -1) << i;
  }
}

TEST_P(Language, asyncCopiesInTwoDimensions) {
  build(R"(kernel void k(global int* out, global const int* in, local int* t) {
             event_t e = async_work_group_copy_2D2D(t, 0, in, 3, sizeof(int), 4, 4, 16, 4, 0);
             wait_group_events(1, &e);
             out[get_global_id(0)] = t[get_global_id(0)]; })");
  std::vector<int> in(64), out(16);
  std::iota(in.begin(), in.end(), 0);
  run({{16}, {16}, {}}, out, in, Local{16 * sizeof(int)});
  for (int i = 0; i < 16; ++i) {
    EXPECT_EQ(out[i], 3 + i / 4 * 16 + i % 4);
  }
}

TEST_P(Language, asyncCopiesInThreeDimensions) {
  // A box of 3 x 2 x 2 elements of 8 bytes out of 8 x 4 x 3, and back into another place of one of
  // 5 x 3 x 3.
  build(R"(kernel void k(global int2* out, global const int2* in, local int2* t) {
             event_t e = async_work_group_copy_3D3D(t, 1, in, 34, sizeof(int2), 3, 2, 2,
                                                    8, 32, 4, 10, 0);
             wait_group_events(1, &e);
             e = async_work_group_copy_3D3D(out, 16, t, 1, sizeof(int2), 3, 2, 2,
                                            4, 10, 5, 15, 0);
             wait_group_events(1, &e); })");
  std::vector<cl_int2> in(96), out(45, cl_int2{{-1, -1}});
  for (int i = 0; i < 96; ++i) {
    in[size_t(i)] = {{i, 1000 + i}};
  }
  run({{4}, {4}, {}}, out, in, Local{32 * sizeof(cl_int2)});
  for (int i = 0; i < 45; ++i) {
    const int x = i % 5 - 1, y = i % 15 / 5, z = i / 15 - 1;
    const bool inside = x >= 0 && x < 3 && y < 2 && z >= 0;
    const int from = 34 + x + 8 * y + 32 * z;
    EXPECT_EQ(out[size_t(i)].s[0], inside ? from : -1) << i;
    EXPECT_EQ(out[size_t(i)].s[1], inside ? 1000 + from : -1) << i;
  }
}

TEST_P(Language, halvesAreStoredAndComputed) {
  build(R"(#pragma OPENCL EXTENSION cl_khr_fp16 : enable
           kernel void k(global half* out, global const float* in, global half4* four) {
             size_t i = get_global_id(0);
             vstore_half(in[i], i, out);
             half h = (half)in[i] * (half)2 + out[i];
             double d = in[i] / 3.0;
             four[i] = (half4)(h, (half)d, convert_half(d), vload_half(i, out)); })");
  std::vector<float> in = {1.0f, 0.5f, 65504.0f, 1e-7f};
  std::vector<cl_half> out(4);
  std::vector<cl_half> four(16);
  run({{4}, {}, {}}, out, in, four);
  EXPECT_EQ(out, (std::vector<cl_half>{0x3c00, 0x3800, 0x7bff, 0x0002}));
  EXPECT_EQ(four[0], 0x4200); // 3
  EXPECT_EQ(four[1], 0x3555); // 1/3
  EXPECT_EQ(four[2], 0x3555);
  EXPECT_EQ(four[8], 0x7c00); // 3 * 65504 overflows
}

TEST_P(Language, irregularControlFlow) {
  build(R"(int collatz(uint n) {
             int steps = 0;
             while (n != 1) { n = n & 1 ? 3 * n + 1 : n / 2; if (++steps > 200) return -1; }
             return steps; }
           kernel void k(global int* out) {
             uint i = get_global_id(0) + 1;
             switch (i % 4) {
             case 0: out[i - 1] = collatz(i); break;
             case 1: out[i - 1] = -collatz(i); // falls through
             case 2: if (i > 50) { out[i - 1] = 5; return; } out[i - 1] += 100; break;
             default: out[i - 1] = collatz(i) * 2; } })");
  std::vector<int> out(97);
  run({{97}, {}, {}}, out);
  const auto collatz = [](unsigned n) {
    int steps = 0;
    for (; n != 1; ++steps) {
      n = n & 1 ? 3 * n + 1 : n / 2;
    }
    return steps;
  };
  for (unsigned i = 1; i <= 97; ++i) {
    const int expected = i % 4 == 0   ? collatz(i)
                         : i % 4 == 3 ? 2 * collatz(i)
                         : i > 50     ? 5
                                      : (i % 4 == 1 ? -collatz(i) : 0) + 100;
    EXPECT_EQ(out[i - 1], expected) << i;
  }
}

TEST_P(Language, localNullPointersAndPointerComparisons) {
  build(R"(kernel void k(global int* out, local int* t) {
             local int* p = get_global_id(0) & 1 ? t : 0;
             private int* none = 0;
             out[get_global_id(0)] = (p ? 1 : 2) + (none == 0 ? 10 : 20); })");
  std::vector<int> out(4);
  run({{4}, {2}, {}}, out, Local{64});
  EXPECT_EQ(out, (std::vector<int>{12, 11, 12, 11}));
}

TEST_P(Language, largePrivateArrays) {
  build(R"(kernel void k(global int* out) {
             int big[2000];
             for (int i = 0; i < 2000; ++i) big[i] = i * (int)get_global_id(0);
             barrier(CLK_LOCAL_MEM_FENCE);
             int sum = 0;
             for (int i = 0; i < 2000; ++i) sum += big[(i * 7) % 2000];
             out[get_global_id(0)] = sum; })");
  std::vector<int> out(256);
  run({{256}, {128}, {}}, out);
  for (int i = 0; i < 256; ++i) {
    ASSERT_EQ(out[i], i * 1999000);
  }
}

TEST_P(Language, privateArraysLargerThanAnyStack) {
  if (is_gpu()) {
    GTEST_SKIP() << "there is so much private memory of no work-item";
  }
  build(R"(int fill(int by) {
             int big[4 << 20];
             for (int i = 0; i < (4 << 20); i += 1024) big[i] = i + by;
             int sum = 0;
             for (int i = 0; i < (4 << 20); i += 1024) sum += big[(i + 7 * 1024) & ((4 << 20) - 1)] >> 10;
             return sum; }
           kernel void k(global int* out) { out[get_global_id(0)] = fill(get_global_id(0) * 1024); })");
  std::vector<int> out(64);
  run({{64}, {8}, {}}, out);
  for (int i = 0; i < 64; ++i) {
    ASSERT_EQ(out[i], 4095 * 4096 / 2 + 4096 * i);
  }
}

TEST_P(Language, denormalsAreKept) {
  build("kernel void k(global float* out, float a) { out[0] = a * 0.5f; }");
  std::vector<float> out(1);
  run({{1}, {}, {}}, out, std::numeric_limits<float>::min());
  EXPECT_EQ(out[0], std::numeric_limits<float>::min() / 2);
}

TEST_P(Language, mathematicsOverALine) {
  build(R"(kernel void k(global float* out, global const float* x) {
             size_t i = get_global_id(0);
             out[i] = sin(x[i]) + exp(-x[i] * x[i]) + pow(fabs(x[i]) + 1, 0.3f) + atan2(x[i], 2.0f); })");
  std::vector<float> x(1000), out(1000);
  for (size_t i = 0; i < x.size(); ++i) {
    x[i] = float(i) / 50 - 10;
  }
  run({{1000}, {}, {}}, out, x);
  for (size_t i = 0; i < x.size(); ++i) {
    const double v = x[i];
    EXPECT_NEAR(out[i],
                std::sin(v) + std::exp(-v * v) + std::pow(std::fabs(v) + 1, 0.3f) +
                    std::atan2(v, 2.0),
                2e-6)
        << v;
  }
}

/// Indices of fewer bits than the counter, which begin again while a wider index goes on.
TEST_P(Language, narrowIndicesWrap) {
  build(R"(kernel void k(global ulong* out, global const short* in, uint n) {
             uint g = get_global_id(0);
             ulong copy[262];
             for (int i = 0; i < 262; ++i) copy[i] = in[g * 8 + ((uint)i & 7u)];
             ulong hash = 1;
             for (uint i = 0; i < 262; ++i) hash = hash * 31 + copy[i];
             for (uint i = 0; i < n; ++i)
               hash += (ulong)in[(uchar)i] * in[g + i] * (in[g * 2 + (uchar)(i * 3)] + 1);
             out[g] = hash; })");
  constexpr unsigned items = 64, n = 600;
  std::vector<short> in(n + items * 8);
  for (size_t i = 0; i < in.size(); ++i) {
    in[i] = short(i * 7 % 1001);
  }
  std::vector<cl_ulong> out(items);
  run({{items}, {16}, {}}, out, in, n);
  for (unsigned g = 0; g < items; ++g) {
    cl_ulong hash = 1;
    for (unsigned i = 0; i < 262; ++i) {
      hash = hash * 31 + cl_ulong(in[g * 8 + (i & 7)]);
    }
    for (unsigned i = 0; i < n; ++i) {
      hash += cl_ulong(in[i & 255]) * cl_ulong(in[g + i]) * cl_ulong(in[g * 2 + (i * 3 & 255)] + 1);
    }
    ASSERT_EQ(out[g], hash) << g;
  }
}

/// Parts of a vector literal of every size, computed components of other vectors among them.
TEST_P(Language, vectorLiteralsOfParts) {
  if (comes_as_spirv()) {
    GTEST_SKIP() << "Clang crashes on such literals, without the driver's help";
  }
  build(R"(kernel void k(global uchar8* out, global const uchar* in) {
             size_t g = get_global_id(0);
             uchar3 three = vload3(g, in);
             uchar8 eight = vload8(g, in);
             uchar8 made = (uchar8)((uchar3)(200) / ((uchar3)(6) | (uchar3)(1)), (eight + (uchar8)1).s4,
                                   three, eight.s7);
             out[g] = made + (uchar8)((uchar2)(three.x), (eight ^ made).s12, (eight - made).hi); })");
  constexpr unsigned items = 48;
  std::vector<unsigned char> in(items * 8 + 8), out(items * 8);
  for (size_t i = 0; i < in.size(); ++i) {
    in[i] = static_cast<unsigned char>(i * 29 + 3);
  }
  run({{items}, {16}, {}}, out, in);
  for (unsigned g = 0; g < items; ++g) {
    const auto* three = &in[3 * g];
    const auto* eight = &in[8 * g];
    const int made[] = {28, 28, 28, eight[4] + 1, three[0], three[1], three[2], eight[7]};
    const int added[] = {three[0],
                         three[0],
                         eight[1] ^ (made[1] & 255),
                         eight[2] ^ (made[2] & 255),
                         eight[4] - made[4],
                         eight[5] - made[5],
                         eight[6] - made[6],
                         eight[7] - made[7]};
    for (unsigned i = 0; i < 8; ++i) {
      ASSERT_EQ(out[8 * g + i], static_cast<unsigned char>(made[i] + added[i])) << g << " " << i;
    }
  }
}

/// Three equal elements and a constant, of which each work-item stores all and reads one byte.
TEST_P(Language, vectorsOfThreeMadeLonger) {
  build(R"(typedef union { uint4 elements; uchar bytes[16]; } vector;
           __attribute__((reqd_work_group_size(4, 4, 1)))
           kernel void k(global uint* out, uint n) {
             size_t row = get_global_id(1);
             vector v;
             v.elements = (uint4)((uint3)(n), 0);
             out[row * get_global_size(0) + get_global_id(0)] = v.bytes[row & 15]; })");
  constexpr uint32_t columns = 48, rows = 16, n = 0x04030201;
  std::vector<uint32_t> out(columns * rows);
  run({{columns, rows}, {4, 4}, {}}, out, n);
  for (uint32_t i = 0; i < out.size(); ++i) {
    const uint32_t byte = i / columns;
    ASSERT_EQ(out[i], byte < 12 ? byte % 4 + 1 : 0) << i;
  }
}

/// Integers beyond the range of half are infinite as halves, whatever they are converted to next.
TEST_P(Language, largeIntegersAsHalves) {
  build(R"(#pragma OPENCL EXTENSION cl_khr_fp16 : enable
           kernel void k(global float* out, ulong n, int m) {
             out[0] = (half)(double)(n << 63);
             out[1] = (half)(n << 16);
             out[2] = (float)(half)(m << 20) + 1;
             out[3] = (float)convert_half(-(m << 16));
             out[4] = (half)(float)(n << 15);
             out[5] = (half)(n * 65519);
             out[6] = (half)(n * 65520);
             out[7] = (half)(m * -65520); })");
  std::vector<float> out(8);
  run({{1}, {1}, {}}, out, cl_ulong(1), cl_int(1));
  constexpr float infinite = INFINITY;
  if (comes_as_spirv()) {
    out[0] = infinite; // Clang's own InstCombine has made another number of it
  }
  EXPECT_EQ(out, (std::vector<float>{infinite, infinite, infinite, -infinite, 32768, 65504,
                                     infinite, -infinite}));
}

/// What a program expects and assumes does not change its results (cl_khr_expect_assume).
TEST_P(Language, expectedAndAssumedValues) {
  build(R"(kernel void k(global int* out, global const int* in) {
             size_t g = get_global_id(0);
             int value = in[g];
             __builtin_assume(value >= 0);
             if (__builtin_expect(value % 7 == 3, 0)) value = 2 * value + 1;
             out[g] = __builtin_expect(value, 5) % 4; })");
  std::vector<int> in(64), out(64, -1);
  std::iota(in.begin(), in.end(), 0);
  run({{64}, {16}, {}}, out, in);
  for (int i = 0; i < 64; ++i) {
    EXPECT_EQ(out[i], (i % 7 == 3 ? 2 * i + 1 : i) % 4) << i;
  }
}

/// A branch that is taken when an 8-bit counter is 0 is taken again when the counter wraps.
TEST_P(Language, counterOfALoopThatBeginsAnew) {
  build(R"(kernel void k(global int* out) {
             size_t g = get_global_id(0);
             uchar i = 0;
             do {
               if (i == 0) ++out[g];
               ++i;
             } while (out[g] < 5); })");
  std::vector<int> out(64);
  run({{64}, {16}, {}}, out);
  EXPECT_EQ(out, std::vector<int>(64, 5));
}

} // namespace
