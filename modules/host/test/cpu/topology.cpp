// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "cpu/topology.h"

#include "cpu/cpu_limits.h"

#include <filesystem>
#include <fstream>
#include <gtest/gtest.h>

namespace {

using namespace host;

/// A folder with files as in /sys/devices/system/cpu.
class SharedBy : public testing::Test {
protected:
  void SetUp() override {
    std::string pattern = testing::TempDir() + "cpus.XXXXXX";
    root = mkdtemp(pattern.data());
  }
  void TearDown() override { std::filesystem::remove_all(root); }
  void cache(const std::string& index, const char* level, const char* type, const char* shared) {
    const std::filesystem::path folder = root + "/cpu5/cache/" + index;
    std::filesystem::create_directories(folder);
    std::ofstream(folder / "level") << level << '\n';
    std::ofstream(folder / "type") << type << '\n';
    std::ofstream(folder / "shared_cpu_list") << shared << '\n';
  }
  std::string root;
};

TEST_F(SharedBy, readsCachesAndNode) {
  cache("index0", "1", "Data", "5,13");
  cache("index1", "1", "Instruction", "2-9");
  cache("index2", "2", "Unified", "4-5,12-13");
  cache("index3", "3", "Unified", "0-7");
  std::filesystem::create_directories(root + "/cpu5/node3");
  std::filesystem::create_directories(root + "/cpu5/nodes");
  const mux_compute_unit_t unit = shared_by(root, 5);
  EXPECT_EQ(unit.l1_cache, 5u);
  EXPECT_EQ(unit.l2_cache, 4u);
  EXPECT_EQ(unit.l3_cache, 0u);
  EXPECT_EQ(unit.l4_cache, 0u);
  EXPECT_EQ(unit.numa_node, 3u);
}

TEST_F(SharedBy, isZeroWhereNothingIsKnown) {
  cache("index0", "nine", "Data", "5");
  cache("index9", "2", "Unified", "");
  const mux_compute_unit_t unit = shared_by(root, 5);
  EXPECT_EQ(unit.l1_cache + unit.l2_cache + unit.l3_cache + unit.l4_cache + unit.numa_node, 0u);
  EXPECT_EQ(shared_by(root, 6).l1_cache, 0u);
}

TEST(Topology, hasAUnitForEachThread) {
  EXPECT_EQ(topology().units.size(), topology().cpus.size());
  EXPECT_EQ(topology().units.size(), thread_limit());
}

} // namespace
