// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "cargo/large_blocks.h"

#include <gtest/gtest.h>

#include <thread>
#include <vector>

namespace {

using cargo::LargeBlocks;

constexpr size_t mebibyte = size_t(1) << 20;

class LargeBlocksTest : public testing::Test {
protected:
  void SetUp() override {
    if (with_address_sanitizer) {
      GTEST_SKIP() << "nothing is kept";
    }
  }
  void TearDown() override { blocks.free_kept(); }
  void* allocate_new(size_t size, size_t alignment = 1) {
    const auto block = blocks.allocate(size, alignment);
    EXPECT_TRUE(block.is_new);
    return block.memory;
  }
  LargeBlocks blocks;
};

TEST_F(LargeBlocksTest, ABlockServesWhatIsAsLargeOrLittleSmaller) {
  void* memory = allocate_new(80 * mebibyte);
  blocks.free(memory);
  std::vector<void*> others = {allocate_new(90 * mebibyte), allocate_new(60 * mebibyte)};
  const auto again = blocks.allocate(78 * mebibyte, 1);
  EXPECT_EQ(again.memory, memory);
  EXPECT_FALSE(again.is_new);
  others.push_back(allocate_new(78 * mebibyte));
  EXPECT_NE(others.back(), memory);
  blocks.free(memory);
  for (void* other : others) {
    blocks.free(other);
  }
}

TEST_F(LargeBlocksTest, TheSmallestThatFitsIsTaken) {
  void* larger = allocate_new(44 * mebibyte);
  void* smaller = allocate_new(40 * mebibyte);
  blocks.free(smaller);
  blocks.free(larger);
  EXPECT_EQ(blocks.allocate(40 * mebibyte, 1).memory, smaller);
  EXPECT_EQ(blocks.allocate(40 * mebibyte, 1).memory, larger);
  blocks.free(smaller);
  blocks.free(larger);
}

TEST_F(LargeBlocksTest, IsAlignedAsIsAsked) {
  constexpr size_t large = 64 * mebibyte;
  void* memory = allocate_new(40 * mebibyte);
  EXPECT_EQ(reinterpret_cast<uintptr_t>(memory) % LargeBlocks::huge_page, 0u);
  blocks.free(memory);
  for (int i = 0; i < 3; ++i) {
    void* aligned = blocks.allocate(38 * mebibyte, large).memory;
    EXPECT_EQ(reinterpret_cast<uintptr_t>(aligned) % large, 0u);
    blocks.free(aligned);
  }
}

TEST_F(LargeBlocksTest, TheNewestAreKeptAndNoMoreThanSaid) {
  std::vector<void*> all;
  for (size_t i = 0; i < LargeBlocks::max_blocks + 5; ++i) {
    all.push_back(allocate_new(6 * mebibyte));
  }
  for (void* memory : all) {
    blocks.free(memory);
  }
  for (size_t i = 0; i < LargeBlocks::max_blocks; ++i) {
    EXPECT_EQ(blocks.allocate(6 * mebibyte, 1).memory, all[all.size() - 1 - i]);
  }
  void* another = allocate_new(6 * mebibyte);
  blocks.free(another);
  for (size_t i = 0; i < LargeBlocks::max_blocks; ++i) {
    blocks.free(all[all.size() - 1 - i]);
  }
  void* half = allocate_new(LargeBlocks::max_bytes / 2 + mebibyte);
  void* other = allocate_new(LargeBlocks::max_bytes / 2 - mebibyte);
  blocks.free(half);
  blocks.free(other); // there is no room for both
  EXPECT_EQ(blocks.allocate(LargeBlocks::max_bytes / 2 - mebibyte, 1).memory, other);
  blocks.free(other);
  void* larger = allocate_new(LargeBlocks::max_bytes + mebibyte);
  blocks.free(larger);
  EXPECT_EQ(blocks.allocate(LargeBlocks::max_bytes / 2 - mebibyte, 1).memory, other);
  blocks.free(other);
  blocks.free_kept();
  blocks.free(allocate_new(6 * mebibyte));
}

TEST_F(LargeBlocksTest, ThereMayBeNoMemory) {
  EXPECT_EQ(blocks.allocate(SIZE_MAX / 2, 1).memory, nullptr);
}

TEST_F(LargeBlocksTest, ServesSeveralThreads) {
  std::vector<std::thread> threads;
  for (int i = 0; i < 4; ++i) {
    threads.emplace_back([&, i] {
      for (int round = 0; round < 200; ++round) {
        auto* memory = static_cast<int*>(blocks.allocate(LargeBlocks::min_size, 1).memory);
        *memory = i;
        std::this_thread::yield();
        EXPECT_EQ(*memory, i);
        blocks.free(memory);
      }
    });
  }
  for (auto& thread : threads) {
    thread.join();
  }
}

} // namespace
