// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "harness.h"

namespace {

class Ids : public KernelTest {};
ALL_VARIANTS(Ids);

constexpr char all_ids[] = R"(
  kernel void k(global ulong* out) {
    size_t x = get_global_id(0) - get_global_offset(0), y = get_global_id(1) - get_global_offset(1),
           z = get_global_id(2) - get_global_offset(2);
    global ulong* o = out + 22 * (x + get_global_size(0) * (y + get_global_size(1) * z));
    for (uint d = 0; d < 3; ++d) {
      o[d] = get_global_id(d); o[3 + d] = get_local_id(d); o[6 + d] = get_group_id(d);
      o[9 + d] = get_global_size(d); o[12 + d] = get_local_size(d); o[15 + d] = get_num_groups(d);
      o[18 + d] = get_global_offset(d);
    }
    o[21] = get_work_dim() + 10 * get_global_id(3) + 100 * get_local_size(7) + 1000 * get_num_groups(3);
  })";

void check(const std::vector<uint64_t>& out, const Launch& launch, size_t dimensions) {
  size_t item = 0;
  for (size_t z = 0; z < launch.global[2]; ++z) {
    for (size_t y = 0; y < launch.global[1]; ++y) {
      for (size_t x = 0; x < launch.global[0]; ++x, ++item) {
        const size_t id[3] = {x, y, z};
        const uint64_t* o = &out[22 * item];
        for (size_t d = 0; d < 3; ++d) {
          const size_t local = launch.local[d];
          ASSERT_EQ(o[d], id[d] + launch.offset[d]);
          ASSERT_EQ(o[3 + d], id[d] % local);
          ASSERT_EQ(o[6 + d], id[d] / local);
          ASSERT_EQ(o[9 + d], launch.global[d]);
          ASSERT_EQ(o[12 + d], local);
          ASSERT_EQ(o[15 + d], launch.global[d] / local);
          ASSERT_EQ(o[18 + d], launch.offset[d]);
        }
        ASSERT_EQ(o[21], dimensions + 100 + 1000);
      }
    }
  }
}

TEST_P(Ids, inEveryDimensionWithOffsets) {
  build(all_ids);
  for (const Launch& launch :
       {Launch{{12, 1, 1}, {4, 1, 1}, {0, 0, 0}}, Launch{{7, 1, 1}, {1, 1, 1}, {100, 0, 0}},
        Launch{{4, 6, 1}, {2, 3, 1}, {1, 2, 0}}, Launch{{4, 6, 8}, {4, 2, 2}, {9, 8, 7}},
        Launch{{3, 5, 2}, {3, 5, 2}, {0, 1, 0}}, Launch{{2, 3, 5}, {1, 1, 5}, {0, 0, 3}}}) {
    std::vector<uint64_t> out(22 * launch.global[0] * launch.global[1] * launch.global[2], ~0ull);
    run(launch, out);
    check(out, launch, 3);
  }
}

TEST_P(Ids, inFewerDimensions) {
  build(all_ids);
  std::vector<uint64_t> line(22 * 64, ~0ull), plane(22 * 8 * 6, ~0ull);
  run({{64}, {16}, {5}}, line);
  check(line, {{64, 1, 1}, {16, 1, 1}, {5, 0, 0}}, 1);
  run({{8, 6}, {8, 2}, {}}, plane);
  check(plane, {{8, 6, 1}, {8, 2, 1}, {0, 0, 0}}, 2);
}

TEST_P(Ids, dimensionThatOnlyTheLaunchKnows) {
  build("kernel void k(global ulong* out, uint d) {"
        "  out[get_global_id(0)] = get_local_id(d) * 100 + get_group_id(d); }");
  std::vector<uint64_t> out(12);
  run({{12}, {4}, {}}, out, cl_uint(0));
  for (size_t i = 0; i < out.size(); ++i) {
    EXPECT_EQ(out[i], i % 4 * 100 + i / 4);
  }
  run({{12}, {4}, {}}, out, cl_uint(5));
  EXPECT_EQ(out, std::vector<uint64_t>(12, 0));
}

TEST_P(Ids, requiredWorkGroupSize) {
  build("kernel __attribute__((reqd_work_group_size(4, 2, 1))) void k(global ulong* out) {"
        "  out[get_global_id(0) + 8 * get_global_id(1)] = get_local_size(0) * 10 + "
        "get_local_size(1); }");
  std::vector<uint64_t> out(32);
  run({{8, 4}, {4, 2}, {}}, out);
  EXPECT_EQ(out, std::vector<uint64_t>(32, 42));
}

/// Local ids in the highest bits of an int, shifted back.
TEST_P(Ids, inTheHighestBits) {
  for (const size_t local : {32, 21}) {
    build("__attribute__((reqd_work_group_size(" + std::to_string(local) + R"(, 1, 1)))
           kernel void k(global int4* out) {
             int l = get_local_id(0);
             uint a = (uint)l << 29, b = (uint)l << 30;
             out[get_global_id(0)] = (int4)((int)a >> 1, b >> 1, rhadd((int)a, -1), (int)b >> 3);
           })");
    std::vector<int> out(local * 2 * 4);
    run({{local * 2}, {local}, {}}, out);
    for (size_t i = 0; i < local * 2; ++i) {
      const auto l = cl_uint(i % local);
      const auto a = cl_int(l << 29), b = cl_int(l << 30);
      const std::vector<int> expected = {a >> 1, int(cl_uint(b) >> 1), a >> 1, b >> 3};
      for (size_t j = 0; j < 4; ++j) {
        ASSERT_EQ(out[4 * i + j], expected[j]) << "local id " << l << ", number " << j;
      }
    }
  }
}

TEST_P(Ids, everyItemRunsOnceInALargeLaunch) {
  build("kernel void k(global int* count) { count[get_global_id(0) + 1000 * get_global_id(1)] += "
        "1; }");
  std::vector<int> count(1000 * 700);
  run({{1000, 700}, {}, {}}, count);
  EXPECT_EQ(count, std::vector<int>(count.size(), 1));
}

/// Ids around the end of a block of 2^31, where an int begins anew, and a uint around its end.
TEST_P(Ids, aroundTheLargestInt) {
  build(R"(
    kernel void k(global int* out, ulong base) {
      int i = get_global_id(0);
      uint u = get_global_id(0);
      global int* o = out + 5 * (get_global_id(0) - base);
      o[0] = i;
      o[1] = (i >> 1) - 3;
      o[2] = u;
      o[3] = (long)i * 3 + (long)get_local_id(0) > 0;
      o[4] = get_global_id(0) << (base & 7);
    })");
  for (const size_t middle : {size_t(1) << 31, size_t(1) << 32, size_t(3) << 31, size_t(1) << 33}) {
    for (const size_t local : {5, 64, 100}) {
      const size_t items = 100 / local * local, base = middle - 37;
      std::vector<int> out(5 * items, -1);
      run({{items}, {local}, {base}}, out, cl_ulong(base));
      for (size_t item = 0; item < items; ++item) {
        const auto i = int32_t(base + item);
        ASSERT_EQ(out[5 * item], i) << base << " + " << item;
        ASSERT_EQ(out[5 * item + 1], (i >> 1) - 3);
        ASSERT_EQ(out[5 * item + 2], i);
        ASSERT_EQ(out[5 * item + 3], int64_t(i) * 3 + int64_t(item % local) > 0);
        ASSERT_EQ(out[5 * item + 4], int32_t((base + item) << (base & 7)));
      }
    }
  }
}

/// Accesses by an int index that wraps from its largest value to its smallest.
TEST_P(Ids, indexInAnIntThatBeginsAnew) {
  build(R"(
    kernel void k(global int* out, global const int* in, ulong base) {
      int i = get_global_id(0);
      global const int* end = in + 64;      // i counts from the end of a block, or from below 0
      long from = i > 0 ? (long)i - 0x80000000L : (long)i + 0x80000000L;
      out[get_global_id(0) - base] = end[from] + in[(get_global_id(0) - base) / 2];
    })");
  std::vector<int> in(128);
  for (size_t i = 0; i < in.size(); ++i) {
    in[i] = int(i * i);
  }
  for (const size_t local : {7, 32, 96}) {
    const size_t items = 96 / local * local, base = (size_t(1) << 31) - 41;
    std::vector<int> out(items);
    run({{items}, {local}, {base}}, out, in, cl_ulong(base));
    for (size_t item = 0; item < items; ++item) {
      ASSERT_EQ(out[item], in[64 - 41 + item] + in[item / 2]) << local << ": " << item;
    }
  }
}

/// Rows of every length, so that each number of lanes is left for the last step.
TEST_P(Ids, rowsOfEveryLength) {
  build(R"(
    kernel void k(global int* out, global const int* in, int n) {
      int x = get_global_id(0), y = get_global_id(1), width = get_global_size(0);
      int sum = 0;
      for (int i = 0; i < (x & 7); ++i) sum += in[(x + i * y) % n] / (x - 3 == 0 ? 1 : x - 3);
      if (x & 1) out[y * width + x] = sum; else out[y * width + x] = -y;
    })");
  std::vector<int> in(50);
  for (size_t i = 0; i < in.size(); ++i) {
    in[i] = int(i * 37 % 101) - 50;
  }
  for (int width = 1; width <= 70; width += width < 36 ? 1 : 5) {
    std::vector<int> out(3 * width, 77);
    run({{size_t(width), 3}, {size_t(width), 3}, {}}, out, in, 50);
    for (int y = 0; y < 3; ++y) {
      for (int x = 0; x < width; ++x) {
        int sum = 0;
        for (int i = 0; i < (x & 7); ++i) {
          sum += in[(x + i * y) % 50] / (x - 3 == 0 ? 1 : x - 3);
        }
        ASSERT_EQ(out[y * width + x], x & 1 ? sum : -y) << width << ": " << x << ", " << y;
      }
    }
  }
}

/// The work-item functions of a computed dimension, as LLVM 15's translator writes them.
TEST_P(Ids, computedDimensionsInSpirv) {
  std::string names, decorations, variables, code;
  const char* built_ins[] = {"GlobalInvocationId", "LocalInvocationId", "WorkgroupId", "GlobalSize",
                             "WorkgroupSize",      "NumWorkgroups",     "GlobalOffset"};
  int number = 0;
  for (const std::string built_in : built_ins) {
    const std::string n = std::to_string(number++);
    names += " %v" + n;
    decorations += "OpDecorate %v" + n + " BuiltIn " + built_in + "\n";
    variables += "%v" + n + " = OpVariable %in Input\n%n" + n + " = OpConstant %ulong " + n + "\n";
    code += "%l" + n + " = OpLoad %vec %v" + n + " Aligned 32\n%x" + n +
            " = OpVectorExtractDynamic %ulong %l" + n + " %d\n%to" + n +
            " = OpInBoundsPtrAccessChain %pulong %own %n" + n + "\nOpStore %to" + n + " %x" + n +
            " Aligned 8\n";
  }
  build_assembly("OpCapability Addresses\nOpCapability Kernel\nOpCapability Int64\n"
                 "OpMemoryModel Physical64 OpenCL\nOpEntryPoint Kernel %k \"k\"" +
                 names + "\n" + decorations + R"(
    %void = OpTypeVoid
    %uint = OpTypeInt 32 0
    %ulong = OpTypeInt 64 0
    %vec = OpTypeVector %ulong 3
    %in = OpTypePointer Input %vec
    %puint = OpTypePointer CrossWorkgroup %uint
    %pulong = OpTypePointer CrossWorkgroup %ulong
    %fn = OpTypeFunction %void %pulong %puint
    %eight = OpConstant %ulong 8
    )" + variables +
                 R"(
    %k = OpFunction %void None %fn
    %out = OpFunctionParameter %pulong
    %dims = OpFunctionParameter %puint
    %entry = OpLabel
    %ids = OpLoad %vec %v0 Aligned 32
    %i = OpCompositeExtract %ulong %ids 0
    %p = OpInBoundsPtrAccessChain %puint %dims %i
    %d = OpLoad %uint %p Aligned 4
    %first = OpIMul %ulong %i %eight
    %own = OpInBoundsPtrAccessChain %pulong %out %first
    )" + code + "OpReturn\nOpFunctionEnd\n");
  std::vector<cl_uint> dimensions = {0, 1, 2, 3, 4, 1000, ~cl_uint(0), 0};
  std::vector<cl_ulong> out(8 * 8);
  run({{8}, {4}, {}}, out, dimensions);
  for (cl_ulong i = 0; i < 8; ++i) {
    const bool x = dimensions[i] == 0;
    const std::vector<cl_ulong> expected = {
        x ? i : 0, x ? i % 4 : 0, x ? i / 4 : 0, x ? 8U : 1U, x ? 4U : 1U, x ? 2U : 1U, 0};
    for (size_t j = 0; j < expected.size(); ++j) {
      EXPECT_EQ(out[i * 8 + j], expected[j]) << built_ins[j] << " of dimension " << dimensions[i];
    }
  }
}

} // namespace
