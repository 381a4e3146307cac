// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "memory/arena.h"

#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <gtest/gtest.h>
#include <vector>

namespace {

using host::Arena;

struct Counting {
  int live = 0, total = 0;
  size_t bytes = 0; ///< in all
  bool fails = false;
  operator mux_allocator_info_t() {
    return {[](void* self, size_t size, size_t alignment) -> void* {
              auto& counting = *static_cast<Counting*>(self);
              if (counting.fails) {
                return nullptr;
              }
              ++counting.live;
              ++counting.total;
              counting.bytes += size;
              return std::aligned_alloc(alignment, (size + alignment - 1) / alignment * alignment);
            },
            [](void* self, void* memory) {
              --static_cast<Counting*>(self)->live;
              std::free(memory);
            },
            this};
  }
};

TEST(Arena, piecesAreApartAndAligned) {
  Counting counting;
  {
    Arena arena(counting);
    std::vector<std::pair<char*, size_t>> pieces;
    for (size_t i = 1; i < 2000; i += 13) {
      const size_t alignment = size_t(1) << (i % 8);
      auto* piece = static_cast<char*>(arena.take(i, alignment));
      ASSERT_NE(piece, nullptr);
      ASSERT_EQ(reinterpret_cast<uintptr_t>(piece) % alignment, 0u);
      std::memset(piece, static_cast<int>(i % 251), i);
      pieces.emplace_back(piece, i);
    }
    for (const auto& [piece, size] : pieces) {
      for (size_t i = 0; i < size; ++i) {
        ASSERT_EQ(piece[i], static_cast<char>(size % 251));
      }
    }
  }
  EXPECT_EQ(counting.live, 0);
}

/// Thousands of command buffers may wait with one command each. One with many takes few pieces.
TEST(Arena, beginsSmallAndGrows) {
  Counting counting;
  Arena arena(counting);
  ASSERT_NE(arena.take(300, 16), nullptr);
  EXPECT_LE(counting.bytes, 1024u);
  for (int i = 0; i < 4000; ++i) {
    ASSERT_NE(arena.take(300, 16), nullptr);
  }
  EXPECT_LE(counting.total, 12);
}

TEST(Arena, givesBackWhatIsMuch) {
  Counting counting;
  Arena arena(counting);
  for (int i = 0; i < 10000; ++i) {
    ASSERT_NE(arena.take(1000, 8), nullptr);
  }
  const int most = counting.live;
  arena.reset();
  EXPECT_GT(counting.live, 0);
  EXPECT_LT(counting.live, most / 2);
  EXPECT_NE(arena.take(1000, 8), nullptr);
}

TEST(Arena, keepsItsMemory) {
  Counting counting;
  Arena arena(counting);
  for (int round = 0; round < 10; ++round) {
    for (int i = 0; i < 1000; ++i) {
      ASSERT_NE(arena.take(100, 8), nullptr);
    }
    const int total = counting.total;
    arena.reset();
    if (round > 0) {
      EXPECT_EQ(counting.total, total);
    }
  }
  EXPECT_LT(counting.total, 10);
}

TEST(Arena, largePiecesAndNoMemory) {
  Counting counting;
  Arena arena(counting);
  EXPECT_NE(arena.take(10 << 20, 128), nullptr);
  EXPECT_EQ(arena.take(SIZE_MAX - 8, 8), nullptr);
  EXPECT_EQ(arena.array<uint64_t>(SIZE_MAX / 4), nullptr);
  counting.fails = true;
  EXPECT_EQ(arena.take(20 << 20, 8), nullptr);
  counting.fails = false;
  EXPECT_NE(arena.take(100, 8), nullptr);
}

} // namespace
