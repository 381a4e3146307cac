// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "cpu/cpu_limits.h"

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <gtest/gtest.h>
#include <sched.h>
#include <thread>

namespace {

using namespace host;

/// A folder with files as in /sys/fs/cgroup.
class Cgroups : public testing::Test {
protected:
  void SetUp() override {
    std::string pattern = testing::TempDir() + "cgroups.XXXXXX";
    root = mkdtemp(pattern.data());
  }
  void TearDown() override { std::filesystem::remove_all(root); }
  void file(const std::string& path, const std::string& text) {
    const std::filesystem::path whole = root + "/" + path;
    std::filesystem::create_directories(whole.parent_path());
    std::ofstream(whole) << text;
  }
  std::string root;
};

TEST_F(Cgroups, version2) {
  file("a/b/cpu.max", "250000 100000\n");
  file("a/b/memory.max", "1000000\n");
  EXPECT_EQ(cgroup_cpu_limit(root, "0::/a/b\n"), 3u);
  EXPECT_EQ(cgroup_memory_limit(root, "0::/a/b\n"), 1000000u);
}

TEST_F(Cgroups, theTightestOfAllLevelsCounts) {
  file("cpu.max", "max 100000\n");
  file("a/cpu.max", "150000 100000\n");
  file("a/b/cpu.max", "800000 100000\n");
  file("a/b/memory.max", "max\n");
  file("a/memory.max", "4096\n");
  EXPECT_EQ(cgroup_cpu_limit(root, "0::/a/b\n"), 2u);
  EXPECT_EQ(cgroup_memory_limit(root, "0::/a/b\n"), 4096u);
}

TEST_F(Cgroups, seenFromWithinAContainer) {
  file("cpu.max", "50000 100000\n");
  EXPECT_EQ(cgroup_cpu_limit(root, "0::/\n"), 1u);
}

TEST_F(Cgroups, version1) {
  file("cpu/x/cpu.cfs_quota_us", "400000\n");
  file("cpu/x/cpu.cfs_period_us", "100000\n");
  file("memory/y/memory.limit_in_bytes", "12345\n");
  const std::string groups = "5:memory:/y\n4:cpu,cpuacct:/x\n";
  EXPECT_EQ(cgroup_cpu_limit(root, groups), 4u);
  EXPECT_EQ(cgroup_memory_limit(root, groups), 12345u);
  file("cpu/x/cpu.cfs_quota_us", "-1\n");
  EXPECT_EQ(cgroup_cpu_limit(root, groups), UINT32_MAX);
}

TEST_F(Cgroups, nothingOrNonsense) {
  EXPECT_EQ(cgroup_cpu_limit(root, ""), UINT32_MAX);
  EXPECT_EQ(cgroup_memory_limit(root, "0::/none\n"), UINT64_MAX);
  file("bad/cpu.max", "words 0\n");
  file("zero/cpu.max", "100 0\n");
  EXPECT_EQ(cgroup_cpu_limit(root, "0::/bad\n"), UINT32_MAX);
  EXPECT_EQ(cgroup_cpu_limit(root, "0::/zero\n"), UINT32_MAX);
  EXPECT_EQ(cgroup_cpu_limit(root, ":::\nno colons\n0::relative\n"), UINT32_MAX);
}

class ThreadLimit : public testing::Test {
protected:
  void TearDown() override { unsetenv("LANEWISE_NUM_THREADS"); }
};

TEST_F(ThreadLimit, environmentDecides) {
  setenv("LANEWISE_NUM_THREADS", "3", 1);
  EXPECT_EQ(thread_limit(), 3u);
  setenv("LANEWISE_NUM_THREADS", "1024", 1);
  EXPECT_EQ(thread_limit(), 1024u);
}

TEST_F(ThreadLimit, nonsenseIsIgnored) {
  unsetenv("LANEWISE_NUM_THREADS");
  const uint32_t usual = thread_limit();
  EXPECT_GE(usual, 1u);
  for (const char* text : {"", "0", "-1", "two", "1025", "2x", "99999999999999999999"}) {
    setenv("LANEWISE_NUM_THREADS", text, 1);
    EXPECT_EQ(thread_limit(), usual) << text;
  }
}

TEST_F(ThreadLimit, honoursTheAffinityMask) {
  unsetenv("LANEWISE_NUM_THREADS");
  std::thread([] {
    cpu_set_t one;
    CPU_ZERO(&one);
    CPU_SET(sched_getcpu(), &one);
    ASSERT_EQ(sched_setaffinity(0, sizeof one, &one), 0);
    EXPECT_EQ(thread_limit(), 1u);
  }).join();
}

TEST(MemoryLimit, isThere) { EXPECT_GT(memory_limit(), uint64_t(16) << 20); }

TEST(Affinity, lists) {
  using Cpus = std::vector<uint32_t>;
  EXPECT_EQ(parse_cpu_list("3"), Cpus{3});
  EXPECT_EQ(parse_cpu_list("8,0-2,5-5"), (Cpus{0, 1, 2, 5, 8}));
  for (const char* wrong :
       {"", ",", "1,", "-1", "3-1", "1-", "a", "1 2", "1;2", "99999999999", "0-70000"}) {
    EXPECT_EQ(parse_cpu_list(wrong), std::nullopt) << wrong;
  }
}

class ChosenCpus : public testing::Test {
protected:
  void TearDown() override { unsetenv("LANEWISE_AFFINITY"); }
  const std::vector<uint32_t> all = usable_cpus();
};

TEST_F(ChosenCpus, limitThreadsAndWhereTheyRun) {
  setenv("LANEWISE_AFFINITY", std::to_string(all.back()).c_str(), 1);
  EXPECT_EQ(usable_cpus(), std::vector{all.back()});
  EXPECT_EQ(cpus_are_chosen(), all.size() > 1);
  EXPECT_EQ(thread_limit(), 1u);
}

TEST_F(ChosenCpus, areAllIfNoneOfTheListIsThere) {
  for (const char* useless : {"60000", "nonsense", ""}) {
    setenv("LANEWISE_AFFINITY", useless, 1);
    EXPECT_EQ(usable_cpus(), all) << useless;
    EXPECT_FALSE(cpus_are_chosen());
  }
}

} // namespace
