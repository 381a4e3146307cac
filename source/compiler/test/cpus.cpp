// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// -lanewise-cpu: code for several CPUs in one program.
#include "run.h"

#include <algorithm>

namespace {

constexpr char source[] = "kernel void k(global float* p, local float* l) {\n"
                          "  size_t i = get_global_id(0), j = get_local_id(0);\n"
                          "  l[j] = p[i]; barrier(CLK_LOCAL_MEM_FENCE);\n"
                          "  p[i] = fma(l[j ^ 1], p[i], 1.0f); }";

std::vector<std::string> cpus_of(const std::string& option) {
  std::vector<std::string> result;
  for (const auto& payload : program_of(build(source, option)).payloads) {
    EXPECT_EQ(payload.format, "elf");
    EXPECT_FALSE(payload.code.empty());
    result.push_back(payload.cpu);
  }
  return result;
}

using Names = std::vector<std::string>;

TEST(Cpus, oneIsUsual) { EXPECT_EQ(cpus_of("").size(), 1U); }

TEST(Cpus, listedLevels) {
  EXPECT_EQ(cpus_of("-lanewise-cpu=x86-64-v2"), Names{"x86-64-v2"});
  EXPECT_EQ(cpus_of("-lanewise-cpu=x86-64,x86-64-v3,x86-64-v4"),
            (Names{"x86-64", "x86-64-v3", "x86-64-v4"}));
}

TEST(Cpus, namesStandForTheirLevels) {
  EXPECT_EQ(cpus_of("-lanewise-cpu=znver4"), Names{"x86-64-v4"});
  EXPECT_EQ(cpus_of("-lanewise-cpu haswell,znver1"), Names{"x86-64-v3"}); // once
  EXPECT_EQ(cpus_of("-lanewise-cpu=native"), cpus_of(""));
}

TEST(Cpus, featuresAreRequiredWhereTheyAreUsed) {
  constexpr char dots[] = "kernel void k(global int* p, global const uint* x) {\n"
                          "  size_t i = get_global_id(0);\n"
                          "  p[i] += dot_4x8packed_ss_int(x[i], x[i + 1]); }";
  const auto features = [](const char* text, const std::string& options) {
    return program_of(build(text, options)).payloads.at(0).features;
  };
  EXPECT_EQ(features(dots, "-cl-std=CL3.0 -lanewise-cpu=znver4"), "+avx512vnni");
  EXPECT_EQ(features(dots, "-cl-std=CL3.0 -lanewise-cpu=x86-64-v4"), "");
  EXPECT_EQ(features(dots, "-cl-std=CL3.0 -lanewise-cpu=skylake-avx512"), "");
  EXPECT_EQ(features(source, "-lanewise-cpu=znver4"), "");
  constexpr char halves[] = "#pragma OPENCL EXTENSION cl_khr_fp16 : enable\n"
                            "kernel void k(global half* p, global const uint* x) {\n"
                            "  size_t i = get_global_id(0);\n"
                            "  p[i] *= dot_4x8packed_ss_int(x[i], x[i + 1]); }";
  EXPECT_EQ(features(halves, "-cl-std=CL3.0 -lanewise-cpu=sapphirerapids"),
            "+avx512fp16,+avx512vnni");
  EXPECT_EQ(features(halves, "-cl-std=CL3.0 -lanewise-cpu=znver4"), "+avx512vnni");
}

TEST(Cpus, thoseOfOtherArchitectures) {
  EXPECT_EQ(cpus_of("-lanewise-cpu=armv8-a"), Names{"armv8-a"});
  EXPECT_EQ(cpus_of("-cl-opt-disable -lanewise-cpu=armv8-a"), Names{"armv8-a"});
  EXPECT_EQ(cpus_of("-lanewise-cpu=cortex-a72,neoverse-n1"), Names{"armv8-a"}); // once
  const auto payloads = program_of(build(source, "-lanewise-cpu=x86-64-v3,armv8-a")).payloads;
  ASSERT_EQ(payloads.size(), 2U);
  EXPECT_EQ(payloads[0].triple, "x86_64-unknown-linux-gnu");
  EXPECT_EQ(payloads[1].triple, "aarch64-unknown-linux-gnu");
}

TEST(Cpus, eachHasCodeOfItsOwn) {
  const auto program = program_of(build(source, "-lanewise-cpu=x86-64-v2,x86-64-v4"));
  ASSERT_EQ(program.payloads.size(), 2U);
  EXPECT_NE(program.payloads[0].code, program.payloads[1].code);
  for (const auto& payload : program.payloads) {
    const auto alone = program_of(build(source, "-lanewise-cpu=" + payload.cpu));
    EXPECT_EQ(alone.payloads.at(0).code, payload.code) << payload.cpu;
    EXPECT_GE(program.kernels[0].scratch_per_item, alone.kernels[0].scratch_per_item);
    EXPECT_GE(program.kernels[0].local_bytes, alone.kernels[0].local_bytes);
  }
}

TEST(Cpus, unknownNamesAreErrors) {
  expect_failure(build(source, "-lanewise-cpu=x86-64-v3,pentium9"),
                 "unknown CPU 'pentium9' in -lanewise-cpu, expected x86-64, ");
  expect_failure(build(source, "-lanewise-cpu="), "unknown CPU ''");
}

} // namespace
