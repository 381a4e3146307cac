// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "run.h"

namespace {

TEST(KernelTable, argumentsOfEveryKind) {
  const auto program = program_of(build(R"(
    struct pair { char c; long l; };
    kernel void k(global const float* restrict in, constant int4* c, local double* l, uchar n,
                  float3 v, struct pair p, volatile global uint* out) { out[0] = n; })"));
  ASSERT_EQ(program.kernels.size(), 1u);
  const auto& arguments = program.kernels[0].arguments;
  ASSERT_EQ(arguments.size(), 7u);
  using binary::ArgumentKind;
  EXPECT_EQ(arguments[0].kind, ArgumentKind::pointer);
  EXPECT_EQ(arguments[0].address_space, binary::AddressSpace::global);
  EXPECT_EQ(arguments[0].type_qualifiers, binary::qualifier_const | binary::qualifier_restrict);
  EXPECT_EQ(arguments[0].name, "in");
  EXPECT_EQ(arguments[0].type_name, "float*");
  EXPECT_EQ(arguments[1].address_space, binary::AddressSpace::constant);
  EXPECT_EQ(arguments[2].kind, ArgumentKind::local);
  EXPECT_EQ(arguments[3].size, 1u);
  EXPECT_EQ(arguments[4].size, 16u);
  EXPECT_EQ(arguments[4].alignment, 16u);
  EXPECT_EQ(arguments[5].kind, ArgumentKind::value);
  EXPECT_EQ(arguments[5].size, 16u);
  EXPECT_EQ(arguments[5].alignment, 8u);
  EXPECT_EQ(arguments[6].type_qualifiers, uint32_t(binary::qualifier_volatile));
}

TEST(KernelTable, attributesAndMemory) {
  const auto program = program_of(build(R"(
    kernel __attribute__((reqd_work_group_size(8, 2, 1))) __attribute__((vec_type_hint(uint4)))
    void k(global int* p) {
      local int tile[64];
      int v = p[get_global_id(0)];
      tile[get_local_id(0)] = v;
      barrier(CLK_LOCAL_MEM_FENCE);
      p[get_global_id(0)] = tile[0] + v;
    })"));
  const auto& kernel = program.kernels.at(0);
  EXPECT_EQ(kernel.attributes, "reqd_work_group_size(8,2,1) vec_type_hint(uint4)");
  EXPECT_EQ(kernel.required_local_size, (std::array<uint64_t, 3>{8, 2, 1}));
  EXPECT_EQ(kernel.local_bytes, 256u);
  EXPECT_EQ(kernel.scratch_per_item, 4u);
}

TEST(KernelTable, argumentsThatGovern) {
  const auto source = R"(
    int at(int x, int y, int width) { return mad24(y, width, x); }
    kernel void k(global float* p, int radius, uint mode, int width, int offset, float f) {
      float sum = mode == 2 ? offset : f;
      for (int i = -radius; i <= radius; ++i)
        sum += p[at(get_global_id(0) + i, get_global_id(1), width) + offset];
      if (mode & 1) p[0] = sum;
      p[get_global_id(0)] = sum;
    }
    kernel void l(global float* p, int n) { if (get_global_id(0) < n) p[get_global_id(0)] = 1; })";
  const auto program = program_of(build(source));
  std::string names;
  for (const auto& kernel : program.kernels) {
    for (const auto& argument : kernel.arguments) {
      names += argument.governing.empty() ? "" : argument.name + " ";
    }
  }
  EXPECT_EQ(names, "radius mode width ");
}

TEST(KernelTable, integersInStructuresGovernKernelsToo) {
  const std::string source = R"(
    struct sizes { float factor; short count; long pitch, first; };
    kernel void k(global float* p, struct sizes s) {
      float sum = s.factor;
      for (int i = 0; i < s.count; i++)
        sum += p[get_global_id(0) * s.pitch + s.first + i];
      p[get_global_id(0)] = sum;
    })";
  const auto program = program_of(build(source));
  ASSERT_EQ(program.kernels.size(), 1U);
  ASSERT_EQ(program.kernels[0].arguments.size(), 2U);
  const std::vector<binary::ArgumentPart> expected = {{4, 2}, {8, 8}};
  EXPECT_EQ(program.kernels[0].arguments[1].governing, expected);
}

TEST(KernelTable, kernelsKeepTheirOrder) {
  const auto program =
      program_of(build("kernel void b() {} kernel void a() {} kernel void c() { b(); }"));
  ASSERT_EQ(program.kernels.size(), 3u);
  EXPECT_EQ(program.kernels[0].name, "b");
  EXPECT_EQ(program.kernels[1].name, "a");
  EXPECT_EQ(program.kernels[2].name, "c");
}

} // namespace
