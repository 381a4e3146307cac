// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Variables of a program in global memory (OpenCL C 3.0, 6.7.1): what they are at first, and that
// they are kept over launches.
#include "harness.h"

namespace {

constexpr char version[] = "-cl-std=CL3.0";

class ProgramVariables : public KernelTest {};
SOURCE_VARIANTS(ProgramVariables);

TEST_P(ProgramVariables, areKeptOverLaunches) {
  build(R"(
    global int launched = 5;
    global int seen[64];
    kernel void k(global int* out, int add) {
      int i = get_global_id(0);
      atomic_add(&launched, add);
      seen[i] += i + add;
      out[i] = seen[i];
      if (i == 0) out[64] = 0;
    }
    kernel void unused(global int* out) { out[0] = launched; }
  )",
        version);
  for (int launch = 1; launch <= 3; ++launch) {
    std::vector<int> out(65);
    run({{64}, {16}, {}}, out, 10);
    for (int i = 0; i < 64; ++i) {
      ASSERT_EQ(out[size_t(i)], launch * (i + 10)) << launch;
    }
  }
}

TEST_P(ProgramVariables, countAllWorkItems) {
  build(R"(
    global int count = 7;
    int next(void) {
      static int numbers = 100;
      return atomic_inc((volatile global int*)&numbers);
    }
    kernel void k(global int* out, global int* last) {
      int number = next();
      out[number % 256] = 1;
      atomic_add(&count, 3);
      barrier(CLK_GLOBAL_MEM_FENCE);
      if (get_global_size(0) == 1) *last = count;
    }
  )",
        version);
  std::vector<int> out(256), last(1);
  run({{256}, {32}, {}}, out, last);
  EXPECT_EQ(out, std::vector<int>(256, 1));
  run({{1}, {1}, {}}, out, last);
  EXPECT_EQ(last[0], 7 + 3 * 257);
}

TEST_P(ProgramVariables, haveFirstValues) {
  build(R"(
    typedef struct { char c; short s[3]; double d; uchar3 v; } Things;
    global Things things[2] = {{1, {2, 3, 4}, 0.5, (uchar3)(5, 6, 7)}, {-8, {9}, -2.25, (uchar3)(10)}};
    global float4 four = (float4)(1, 2, 3, 4);
    global long large[1000] = {0, 0, 1L << 40};
    global bool yes = true;
    global const int fixed_numbers[4] = {11, 22, 33, 44};
    kernel void k(global double* out) {
      int i = get_global_id(0);
      const global Things* t = &things[i & 1];
      double sum = t->c + 10 * t->s[0] + 100 * t->s[1] + 1000 * t->s[2] + t->d * 1e6 + 1e8 * t->v.x + 1e9 * t->v.z;
      out[i] = i < 2 ? sum : i < 6 ? four[i - 2] : i < 10 ? fixed_numbers[i - 6] :
               i == 10 ? large[2] : i == 11 ? large[999] : yes;
    }
  )",
        version);
  std::vector<double> out(13);
  run({{13}, {}, {}}, out);
  EXPECT_EQ(out, (std::vector<double>{1 + 20 + 300 + 4000 + 0.5e6 + 5e8 + 7e9,
                                      -8 + 90 - 2.25e6 + 10e8 + 10e9, 1, 2, 3, 4, 11, 22, 33, 44,
                                      double(1L << 40), 0, 1}));
}

TEST_P(ProgramVariables, holdAddresses) {
  for (const char* options : {"-cl-std=CL2.0", "-cl-std=CL3.0", "-cl-std=CLC++2021"}) {
    build(R"(
      __global int numbers[4] = {1, 2, 3, 4};
      __global int* __global middle = numbers + 2;
      __global int* __global other = &numbers[1];
      __global int* __global none = 0;
      int* __global generic_pointer = numbers + 3;
      __constant char text[] = "text";
      const __constant char* __global words[2] = {text + 1, "word"};
      __global int* __constant always = &numbers[3];
      __global int* __global * __global chain = &middle;
      kernel void k(__global int* out) {
        out[0] = *middle;
        out[1] = other[2];
        out[2] = none == 0;
        out[3] = words[0][0];
        out[4] = words[1][3];
        out[5] = *always;
        out[6] = middle == always - 1;
        out[7] = **chain;
        out[8] = *generic_pointer;
        out[9] = words[0] == text + 1;
        *always += 10;
        middle = other;
      }
    )",
          options);
    std::vector<int> out(10);
    run({{1}, {1}, {}}, out);
    EXPECT_EQ(out, (std::vector<int>{3, 4, 1, 'e', 'd', 4, 1, 3, 4, 1})) << options;
    run({{1}, {1}, {}}, out);
    EXPECT_EQ(out, (std::vector<int>{2, 14, 1, 'e', 'd', 14, 0, 2, 14, 1})) << options;
  }
}

TEST_P(ProgramVariables, areConstructedBeforeKernelsRun) {
  build(R"(
    struct Cell { int v; Cell() : v(first + 1) {} static int first; Cell(int n) : v(n) {} };
    int Cell::first = 3;
    struct Table {
      uint v[16];
      Table() { uint x = 1; for (int i = 0; i < 16; ++i) { x ^= x << 13; x ^= x >> 17; x ^= x << 5; v[i] = x; } }
      ~Table() { v[0] = 0; }
    };
    int squares(int n) { int sum = 0; for (int i = 0; i < n; ++i) sum += i * i; return sum; }
    Cell one, two(20);
    Cell many[40];
    Table table;
    global int sum = squares(50);
    global int next = sum + 1;
    constant int fixed_sum = squares(10);
    kernel void k(global uint* out) {
      out[0] = one.v++;
      out[1] = two.v;
      out[2] = many[39].v;
      out[3] = table.v[15];
      out[4] = sum;
      out[5] = next;
      out[6] = fixed_sum;
    }
  )",
        "-cl-std=CLC++2021");
  uint32_t random = 1;
  for (int i = 0; i < 16; ++i) {
    random ^= random << 13, random ^= random >> 17, random ^= random << 5;
  }
  std::vector<uint32_t> out(7);
  run({{1}, {1}, {}}, out);
  EXPECT_EQ(out, (std::vector<uint32_t>{4, 20, 4, random, 40425, 40426, 285}));
  run({{1}, {1}, {}}, out);
  EXPECT_EQ(out[0], 5u) << "once only";
}

TEST_P(ProgramVariables, holdNumbersAsAddresses) {
  build(R"(
    typedef struct { char c; global int* p; } Thing;
    global int* global one = (global int*)16;
    global int* global moved = (global int*)16 + 3;
    int* global everywhere = (int*)(global int*)32;
    constant int* global large = (constant int*)0xFFFFFFFFFFFFFFF0ul;
    global int* global several[3] = {0, (global int*)64, (global int*)-1};
    global Thing thing = {1, (global int*)80};
    kernel void k(global ulong* out) {
      out[0] = (ulong)one;
      out[1] = (ulong)moved;
      out[2] = (ulong)everywhere;
      out[3] = (ulong)large;
      out[4] = (ulong)several[0];
      out[5] = (ulong)several[1];
      out[6] = (ulong)several[2];
      out[7] = (ulong)thing.p;
    }
  )",
        version);
  std::vector<uint64_t> out(8);
  run({{1}, {1}, {}}, out);
  EXPECT_EQ(out, (std::vector<uint64_t>{16, 28, 32, ~uint64_t(15), 0, 64, ~uint64_t(0), 80}));
}

TEST_P(ProgramVariables, areGlobalMemory) {
  build(R"(
    global int tree[64];
    global int* next_place = tree;
    int sum(const int* p, int n) {
      int total = 0;
      for (int j = 0; j < n; ++j) total += p[j];
      return total;
    }
    kernel void k(global int* out) {
      int i = get_global_id(0);
      tree[i] = i * i;
      barrier(CLK_GLOBAL_MEM_FENCE);
      int* volatile kept = tree;
      out[i] = sum(tree, i + 1) + (to_global(kept) ? 1000000 : 0) + (to_local(kept) ? 5000000 : 0) +
               (next_place == tree ? 2000000 : 0);
    }
  )",
        version);
  std::vector<int> out(64);
  run({{64}, {64}, {}}, out);
  for (int i = 0, sum = 0; i < 64; ++i) {
    sum += i * i;
    ASSERT_EQ(out[size_t(i)], sum + 3000000) << i;
  }
}

} // namespace
