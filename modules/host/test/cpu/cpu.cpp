// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "cpu/cpu.h"

#include <gtest/gtest.h>

namespace {

using namespace host;

#if defined(__aarch64__)
constexpr const char* least = "armv8-a";
#else
constexpr const char* least = "x86-64";
#endif

TEST(Cpu, isDescribed) {
  const CpuInfo& info = cpu_info();
  EXPECT_FALSE(info.name.empty());
  EXPECT_NE(info.name.front(), ' ');
  EXPECT_NE(info.name.back(), ' ');
  EXPECT_GE(info.cacheline_size, 16u);
  EXPECT_TRUE(info.vector_bytes == 16 || info.vector_bytes == 32 || info.vector_bytes == 64);
}

TEST(Cpu, levelsAreListedBestFirstAndRun) {
  const CpuLevels levels = cpu_levels();
  ASSERT_GE(levels.length, 1u);
  EXPECT_STREQ(levels.names[levels.length - 1], least);
  for (uint32_t i = 0; i < levels.length; ++i) {
    EXPECT_TRUE(cpu_runs(levels.names[i], ""));
    EXPECT_TRUE(i == 0 || std::string(levels.names[i - 1]) > levels.names[i]);
  }
}

TEST(Cpu, featuresAreAskedForOneByOne) {
#if defined(__x86_64__)
  EXPECT_EQ(cpu_runs(least, "+fma"), cpu_info().fma);
  EXPECT_EQ(cpu_runs(least, "+f16c,+fma"), cpu_info().fma && cpu_info().half_conversion);
#else
  EXPECT_TRUE(cpu_runs(least, "+neon"));
#endif
  EXPECT_TRUE(cpu_runs(least, "-avx512f,-amx"));
  EXPECT_FALSE(cpu_runs(least, "+unheard-of"));
  EXPECT_FALSE(cpu_runs(least, "-fma,+unheard-of"));
  EXPECT_FALSE(cpu_runs(least, "fma")) << "neither + nor -";
  EXPECT_FALSE(cpu_runs("", ""));
  EXPECT_FALSE(cpu_runs("x86-64-v5", ""));
  EXPECT_NE(cpu_runs("x86-64", ""), cpu_runs("armv8-a", ""));
}

} // namespace
