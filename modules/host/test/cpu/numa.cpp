// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "cpu/numa.h"

#include "cpu/topology.h"

#include <cerrno>
#include <filesystem>
#include <gtest/gtest.h>
#include <linux/mempolicy.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

namespace {

using namespace host;

/// CPUs as the system would describe them, of these nodes.
class FakeCpus {
public:
  explicit FakeCpus(const std::vector<uint32_t>& nodes) {
    char name[] = "/tmp/lanewise-numa-XXXXXX";
    EXPECT_NE(mkdtemp(name), nullptr);
    root = name;
    for (size_t cpu = 0; cpu < nodes.size(); ++cpu) {
      std::filesystem::create_directories(root + "/cpu" + std::to_string(cpu) + "/node" +
                                          std::to_string(nodes[cpu]));
      units.push_back(shared_by(root, static_cast<uint32_t>(cpu)));
    }
  }
  FakeCpus(const FakeCpus&) = delete;
  ~FakeCpus() { std::filesystem::remove_all(root); }

  std::string root;
  std::vector<mux_compute_unit_t> units;
};

TEST(Numa, nodesAreThoseOfTheUnits) {
  EXPECT_EQ(nodes_of(FakeCpus({0, 0, 0}).units), NodeMask{1});
  EXPECT_EQ(nodes_of(FakeCpus({0, 1, 1, 3}).units), NodeMask{0b1011});
  EXPECT_EQ(nodes_of(FakeCpus({2, 70}).units), (NodeMask{4, 1 << 6}));
}

TEST(Numa, severalAreMoreThanOne) {
  EXPECT_FALSE(has_several({}));
  EXPECT_FALSE(has_several(nodes_of(FakeCpus({1, 1}).units)));
  EXPECT_TRUE(has_several(nodes_of(FakeCpus({0, 1}).units)));
  EXPECT_TRUE(has_several(nodes_of(FakeCpus({2, 70}).units)));
}

/// The policy of an address, or -1.
int policy_of(void* address) {
  int mode = -1;
  return syscall(SYS_get_mempolicy, &mode, nullptr, 0, address, MPOL_F_ADDR) == 0 ? mode : -1;
}

TEST(Numa, pagesAreInterleaved) {
  constexpr size_t size = 1 << 20;
  void* memory = mmap(nullptr, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  ASSERT_NE(memory, MAP_FAILED);
  auto* bytes = static_cast<std::byte*>(memory);
  const bool done = spread(bytes + 100, size - 100, {1}); // node 0 is always there
  if (!done && (errno == ENOSYS || errno == EPERM)) {
    munmap(memory, size);
    GTEST_SKIP() << "the system does not let processes place memory";
  }
  EXPECT_TRUE(done);
  EXPECT_NE(policy_of(bytes), MPOL_INTERLEAVE) << "not a whole page of ours";
  EXPECT_EQ(policy_of(bytes + size / 2), MPOL_INTERLEAVE);
  EXPECT_EQ(policy_of(bytes + size - 1), MPOL_INTERLEAVE);
  EXPECT_FALSE(spread(bytes, size, {0})) << "no node";
  EXPECT_FALSE(spread(bytes, 100, {1})) << "no whole page";
  bytes[size / 2] = std::byte(1);
  munmap(memory, size);
}

} // namespace
