// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Memory that each work-item has for itself, wherever the driver puts it: large arrays, by-value
// arguments that the kernel writes, variables with large alignments, pointers of no named space.
#include "harness.h"

#include <algorithm>
#include <cstdlib>
#include <numeric>
#include <utility>

namespace {

class PrivateMemory : public KernelTest {
protected:
  /// j % 7, so that sums of products are exact.
  static std::vector<float> small_numbers(size_t count) {
    std::vector<float> result(count);
    for (size_t i = 0; i < count; ++i) {
      result[i] = float(i % 7);
    }
    return result;
  }

  /// The sum over j < n of in[n - 1 - j] * in[j + shift].
  static float sum_of_products(const std::vector<float>& in, int n, int shift) {
    float sum = 0;
    for (int j = 0; j < n; ++j) {
      sum += in[n - 1 - j] * in[j + shift];
    }
    return sum;
  }

  /// The alignment of an int variable that is declared with this one. LLVM's SPIR-V back end writes
  /// alignments in one byte, so that its modules do not say those above 128.
  [[nodiscard]] size_t alignment_of(size_t declared) const {
    return comes_as_spirv() ? alignof(int) : declared;
  }
};
ALL_VARIANTS(PrivateMemory);

/// With AVX-512 the mask of the work-items that there are is used up by each access.
TEST_P(PrivateMemory, aStructureThatACallFills) {
  build(R"(typedef struct { int a; ushort b; } pair;
           __attribute__((noinline)) void fill(pair* p) { p->a = 1; p->b = 0; }
           kernel void k(global uint* out) {
             size_t g = get_global_id(0);
             global uint* own = out + g * 4;
             uint read = own[g & 3];
             pair mine;
             fill(&mine);
             own[2] = read;
             own[3] = mine.a; })");
  for (const size_t local : {1, 17}) {
    std::vector<cl_uint> out(17 * 4);
    std::iota(out.begin(), out.end(), 100);
    auto expected = out;
    for (size_t g = 0; g < 17; ++g) {
      expected[g * 4 + 2] = out[g * 4 + (g & 3)];
      expected[g * 4 + 3] = 1;
    }
    run({{17}, {local}, {}}, out);
    EXPECT_EQ(out, expected) << local;
  }
}

/// Arrays too large for the stack, in rows of work-items that may run side by side.
TEST_P(PrivateMemory, largeArrayInRows) {
  build(R"(kernel __attribute__((reqd_work_group_size(16, 4, 1)))
           void k(global float* out, global const float* in, int n) {
             float w[600];
             int x = get_global_id(0), y = get_global_id(1);
             for (int j = 0; j < n; j++) w[j] = in[j] * (y + 1);
             float sum = 0;
             for (int j = 0; j < n; j++) sum += w[n - 1 - j] * in[j + y];
             out[y * get_global_size(0) + x] = sum; })");
  std::vector<float> out(64 * 16), in = small_numbers(700);
  run({{64, 16}, {16, 4}, {}}, out, in, 600);
  for (int i = 0; i < 64 * 16; ++i) {
    const int row = i / 64;
    ASSERT_EQ(out[i], float(row + 1) * sum_of_products(in, 600, row)) << i;
  }
}

/// The same in neighbouring steps of one row.
TEST_P(PrivateMemory, largeArrayInSteps) {
  build(R"(kernel void k(global float* out, global const float* in, int n) {
             float w[600];
             int x = get_global_id(0);
             for (int j = 0; j < n; j++) w[j] = in[j] * (x / 16 + 1);
             float sum = 0;
             for (int j = 0; j < n; j++) sum += w[n - 1 - j] * in[j + x];
             out[x] = sum; })");
  std::vector<float> out(256), in = small_numbers(900);
  run({{256}, {64}, {}}, out, in, 600);
  for (int x = 0; x < 256; ++x) {
    const int factor = x / 16 + 1;
    ASSERT_EQ(out[x], float(factor) * sum_of_products(in, 600, x)) << x;
  }
}

/// Two large arrays and one that lives across a barrier.
TEST_P(PrivateMemory, largeArraysAcrossABarrier) {
  build(R"(kernel __attribute__((reqd_work_group_size(16, 2, 1)))
           void k(global int* out, local int* t) {
             int a[800], b[700];
             int x = get_local_id(0), y = get_local_id(1), g = get_global_id(1) * 32 + get_global_id(0);
             for (int j = 0; j < 800; j++) a[j] = j * (x + 1) + y;
             for (int j = 0; j < 700; j++) b[j] = a[799 - j] ^ g;
             t[y * 16 + x] = b[x];
             barrier(CLK_LOCAL_MEM_FENCE);
             int sum = t[y * 16 + (x ^ 5)];
             for (int j = 0; j < 700; j++) sum += a[j] - b[j];
             out[g] = sum; })");
  std::vector<int> out(32 * 4);
  run({{32, 4}, {16, 2}, {}}, out, Local{32 * sizeof(int)});
  for (int g = 0; g < 32 * 4; ++g) {
    const int x = g % 16, y = g / 32 % 2;
    const auto a = [&](int j, int item) { return j * (item + 1) + y; };
    int sum = a(799 - (x ^ 5), x ^ 5) ^ (g / 16 * 16 + (x ^ 5));
    for (int j = 0; j < 700; ++j) {
      sum += a(j, x) - (a(799 - j, x) ^ g);
    }
    ASSERT_EQ(out[g], sum) << g;
  }
}

TEST_P(PrivateMemory, largeAlignments) {
  build(R"(typedef struct __attribute__((aligned(1024))) { int x[8]; } Wide;
           kernel void k(global ulong* at, global int* out, local int* t) {
             int l = get_local_id(0), g = get_global_id(0);
             Wide w;
             for (int i = 0; i < 8; ++i) w.x[i] = g * i;
             Wide* volatile p = &w;
             t[l] = w.x[l & 7];
             barrier(CLK_LOCAL_MEM_FENCE);
             at[g] = (ulong)p;
             out[g] = p->x[(l + 1) & 7] + t[l ^ 1]; })");
  std::vector<cl_ulong> at(48, 1);
  std::vector<int> out(48);
  run({{48}, {12}, {}}, at, out, Local{12 * sizeof(int)});
  for (int g = 0; g < 48; ++g) {
    const int l = g % 12, other = g / 12 * 12 + (l ^ 1);
    ASSERT_EQ(at[g] % alignment_of(1024), 0U) << g;
    ASSERT_EQ(out[g], g * ((l + 1) & 7) + other * ((l ^ 1) & 7)) << g;
  }
}

TEST_P(PrivateMemory, largeAlignmentsOfLargeArrays) {
  build(R"(typedef struct __attribute__((aligned(512))) { int x[5000]; } Wide;
           kernel void k(global ulong* at, global int* out) {
             int g = get_global_id(0);
             Wide w;
             for (int i = 0; i < 5000; ++i) w.x[i] = g + i;
             Wide* volatile p = &w;
             at[g] = (ulong)p;
             out[g] = p->x[g & 7] + p->x[4999 - g]; })");
  std::vector<cl_ulong> at(64, 1);
  std::vector<int> out(64);
  run({{64}, {16}, {}}, at, out);
  for (int g = 0; g < 64; ++g) {
    ASSERT_EQ(at[g] % alignment_of(512), 0U) << g;
    ASSERT_EQ(out[g], g + (g & 7) + g + 4999 - g) << g;
  }
}

struct Pair {
  cl_int a, b;
};

TEST_P(PrivateMemory, writtenArgument) {
  build(R"(typedef struct { int a, b; } Pair;
           void add(Pair* p, int x) { p->a += x; p->b ^= p->a; }
           kernel void k(global int* out, Pair s) {
             int g = get_global_id(0);
             s.a += 1;
             for (int i = 0; i < (g & 3); ++i) add(&s, i + g);
             out[g] = s.a * 1000 + s.b; })");
  std::vector<int> out(64);
  run({{64}, {16}, {}}, out, Pair{41, 5});
  for (int g = 0; g < 64; ++g) {
    int a = 42, b = 5;
    for (int i = 0; i < (g & 3); ++i) {
      a += i + g;
      b ^= a;
    }
    ASSERT_EQ(out[g], a * 1000 + b) << g;
  }
}

/// Elements that work-items choose, of a copy that each has for itself.
TEST_P(PrivateMemory, argumentWithAVaryingIndex) {
  build(R"(typedef struct { ushort a[6]; ushort b; uchar c; } S;
           __attribute__((reqd_work_group_size(32, 1, 2)))
           kernel void k(global uint* out, S s, global const uint* in) {
             uint g = get_global_id(0) + 32 * get_global_id(2);
             out[g] = s.a[in[g] % 6u] + s.b; })");
  struct S {
    cl_ushort a[6], b;
    cl_uchar c;
  };
  const S s = {{2, 3, 5, 7, 11, 13}, 100, 9};
  std::vector<cl_uint> out(64), in(64);
  for (cl_uint i = 0; i < 64; ++i) {
    in[i] = i * 7;
  }
  run({{32, 1, 2}, {32, 1, 2}, {}}, out, s, in);
  for (cl_uint i = 0; i < 64; ++i) {
    ASSERT_EQ(out[i], s.a[in[i] % 6] + 100U) << i;
  }
}

/// As compilers write it that give the kernel itself the argument.
TEST_P(PrivateMemory, writtenArgumentOfTheKernelItself) {
  build_assembly(R"(
               OpCapability Addresses
               OpCapability Kernel
               OpCapability Linkage
               OpCapability Int64
               OpMemoryModel Physical64 OpenCL
               OpEntryPoint Kernel %k "k" %gid
               OpDecorate %gid BuiltIn GlobalInvocationId
               OpDecorate %gid Constant
               OpDecorate %s FuncParamAttr ByVal
       %void = OpTypeVoid
       %uint = OpTypeInt 32 0
      %ulong = OpTypeInt 64 0
         %v3 = OpTypeVector %ulong 3
        %pv3 = OpTypePointer Input %v3
       %pair = OpTypeStruct %uint %uint
      %ppair = OpTypePointer Function %pair
    %private = OpTypePointer Function %uint
     %global = OpTypePointer CrossWorkgroup %uint
         %fn = OpTypeFunction %void %global %ppair
         %c0 = OpConstant %uint 0
         %c1 = OpConstant %uint 1
        %gid = OpVariable %pv3 Input
          %k = OpFunction %void None %fn
        %out = OpFunctionParameter %global
          %s = OpFunctionParameter %ppair
      %entry = OpLabel
        %ids = OpLoad %v3 %gid Aligned 32
          %i = OpCompositeExtract %ulong %ids 0
          %f = OpInBoundsPtrAccessChain %private %s %c0 %c0
        %old = OpLoad %uint %f Aligned 4
        %new = OpIAdd %uint %old %c1
               OpStore %f %new Aligned 4
          %p = OpInBoundsPtrAccessChain %global %out %i
               OpStore %p %new Aligned 4
               OpReturn
               OpFunctionEnd)");
  std::vector<int> out(64);
  run({{64}, {16}, {}}, out, Pair{41, 0});
  EXPECT_EQ(out, std::vector<int>(64, 42));
}

/// Rows that each work-item swaps as it likes, and an element at an index from memory, also under a
/// condition.
TEST_P(PrivateMemory, fewElementsAtVaryingIndices) {
  build(R"(kernel void k(global short* out, global const int* in) {
             int i = get_global_id(0);
             short a[4][3];
             char last[5] = {1, 2, 3, 4, 5};
             for (int r = 0; r < 4; r++)
               for (int c = 0; c < 3; c++)
                 a[r][c] = (short)(in[i] * (r + 1) + c * 100);
             int pivot = 0;
             for (int r = 1; r < 4; r++)
               if (abs(a[r][0] % 17) > abs(a[pivot][0] % 17)) pivot = r;
             if (pivot != 0)
               for (int c = 0; c < 3; c++) {
                 short top = a[0][c];
                 a[0][c] = a[pivot][c];
                 a[pivot][c] = top;
               }
             int at = in[i] & 3;
             if (i % 5 != 1) last[at + 1] = (char)(i * 3);
             last[4 - at] += 7;
             for (int j = 0; j < 12; j++) out[i * 17 + j] = a[j / 3][j % 3];
             for (int j = 0; j < 5; j++) out[i * 17 + 12 + j] = last[j];
           })");
  constexpr int items = 200;
  std::vector<int> in(items);
  std::vector<short> out(items * 17, 77), expected;
  for (int i = 0; i < items; ++i) {
    in[i] = int(uint32_t(i) * 2654435761U >> 20) - 1000;
    short a[4][3];
    signed char last[5] = {1, 2, 3, 4, 5};
    for (int r = 0; r < 4; ++r) {
      for (int c = 0; c < 3; ++c) {
        a[r][c] = short(in[i] * (r + 1) + c * 100);
      }
    }
    int pivot = 0;
    for (int r = 1; r < 4; ++r) {
      if (std::abs(a[r][0] % 17) > std::abs(a[pivot][0] % 17)) {
        pivot = r;
      }
    }
    std::swap(a[0], a[pivot]);
    const int at = in[i] & 3;
    if (i % 5 != 1) {
      last[at + 1] = static_cast<signed char>(i * 3);
    }
    last[4 - at] = static_cast<signed char>(last[4 - at] + 7);
    for (const auto& row : a) {
      expected.insert(expected.end(), row, row + 3);
    }
    expected.insert(expected.end(), last, last + 5);
  }
  run({{items}, {40}, {}}, out, in);
  EXPECT_EQ(out, expected);
}

/// Structures around short arrays, copied as a whole in loops, one of which counts up an address.
TEST_P(PrivateMemory, copiesOfStructures) {
  build(R"(typedef struct { int v[4]; } row;
           void order(row* rows, int a, int b) {
             for (int c = 0; c < 4; c++) {
               int less = min(rows[a].v[c], rows[b].v[c]);
               rows[b].v[c] = max(rows[a].v[c], rows[b].v[c]);
               rows[a].v[c] = less;
             }
           }
           kernel void k(global row* out, global const row* in, int width) {
             int x = get_global_id(0), y = get_global_id(1);
             row around[9];
             row* next = around;
             for (int i = -1; i < 2; i++)
               for (int j = -1; j < 2; j++)
                 *next++ = in[clamp(y + i, 0, 3) * width + clamp(x + j, 0, width - 1)];
             for (int i = 0; i < 5; i++)
               for (int j = 8; j > i; j--) order(around, j - 1, j);
             row shifted;
             for (int c = 0; c < 3; c++) shifted.v[c] = around[4].v[c + 1];
             shifted.v[3] = around[4].v[0] + x;
             out[y * width + x] = shifted; })");
  constexpr int width = 37;
  std::vector<cl_int> in(width * 4 * 4), out(in.size()), expected(in.size());
  for (size_t i = 0; i < in.size(); ++i) {
    in[i] = cl_int(i * i * 7919 % 1009);
  }
  for (int y = 0; y < 4; ++y) {
    for (int x = 0; x < width; ++x) {
      cl_int* here = &expected[size_t(y * width + x) * 4];
      for (int c = 0; c < 4; ++c) {
        std::vector<cl_int> around;
        for (int i = 0; i < 9; ++i) {
          const int row = std::clamp(y + i / 3 - 1, 0, 3);
          const int column = std::clamp(x + i % 3 - 1, 0, width - 1);
          around.push_back(in[size_t(row * width + column) * 4 + c]);
        }
        std::nth_element(around.begin(), around.begin() + 4, around.end());
        here[(c + 3) % 4] = around[4] + (c == 0 ? x : 0);
      }
    }
  }
  run({{width, 4}, {width, 1}, {}}, out, in, width);
  EXPECT_EQ(out, expected);
}

/// A by-value argument that loops walk by addresses, some work-items from one end, others from the
/// middle.
TEST_P(PrivateMemory, walkedArguments) {
  build(R"(typedef struct { int weights[12]; int last; } filter;
           kernel void k(global int* out, global const int* in, filter f) {
             int x = get_global_id(0);
             const int* w = f.weights;
             const int* end = x % 3 ? f.weights + 12 : f.weights + 6;
             int sum = 0;
             for (int i = 0; w != end; w++, i++) sum += *w * in[x + i];
             const int* from = x & 1 ? f.weights : f.weights + 5;
             for (int i = 0; i < x % 7; i++) sum ^= *from++ << i;
             out[x] = sum + f.last; })");
  struct Filter {
    cl_int weights[12];
    cl_int last;
  } filter;
  std::iota(filter.weights, filter.weights + 12, 3);
  filter.last = 1000;
  std::vector<cl_int> in(120), out(100), expected(100);
  std::iota(in.begin(), in.end(), -7);
  for (int x = 0; x < 100; ++x) {
    for (int i = 0; i < (x % 3 ? 12 : 6); ++i) {
      expected[x] += filter.weights[i] * in[x + i];
    }
    for (int i = 0; i < x % 7; ++i) {
      expected[x] ^= filter.weights[(x & 1 ? 0 : 5) + i] << i;
    }
    expected[x] += filter.last;
  }
  run({{100}, {50}, {}}, out, in, filter);
  EXPECT_EQ(out, expected);
}

} // namespace
