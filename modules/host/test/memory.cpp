// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "memory/host_memory.h"

#include "cargo/sanitizers.h"

#include <gtest/gtest.h>

#include <cstring>
#include <fstream>
#include <string>

namespace {

using namespace host;

constexpr uint64_t mebibyte = uint64_t(1) << 20;

/// KiB of this process's memory that the system cannot take: what is resident but for pages that
/// were offered to it.
int64_t held() {
  std::ifstream rollup("/proc/self/smaps_rollup");
  int64_t sum = 0;
  for (std::string word; rollup >> word;) {
    int64_t value = 0;
    if (word == "Rss:" && rollup >> value) {
      sum += value;
    } else if (word == "LazyFree:" && rollup >> value) {
      sum -= value;
    }
  }
  return sum;
}

void* filled(uint64_t size) {
  void* memory = allocate_aligned(size, 0);
  EXPECT_NE(memory, nullptr);
  std::memset(memory, 1, size);
  return memory;
}

/// Large blocks that malloc keeps for others, too: after one of 24 MiB was freed, those of 16 MiB
/// come from its heap.
TEST(HostMemory, theSystemCanTakeWhatWasFreed) {
  if (with_address_sanitizer || with_thread_sanitizer) {
    GTEST_SKIP() << "it keeps what was freed";
  }
  free_aligned(filled(24 * mebibyte));
  void* first = filled(16 * mebibyte);
  void* second = filled(16 * mebibyte); // above the first: malloc cannot shrink its heap to that
  const int64_t before = held();
  if (before <= 0) {
    GTEST_SKIP() << "the system does not tell";
  }
  free_aligned(first);
  EXPECT_LT(held(), before - 14 * 1024);
  for (int i = 0; i < 20; ++i) { // blocks are used again, with whatever is in them
    first = filled((4 + uint64_t(i)) * mebibyte);
    EXPECT_EQ(static_cast<unsigned char*>(first)[4 * mebibyte - 1], 1);
    free_aligned(first);
  }
  free_aligned(second);
  EXPECT_LT(held(), before - 28 * 1024);
}

} // namespace
