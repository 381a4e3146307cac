// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A process gets the tiles of AMX where the CPU has them and the system gives them.
#include "cpu/tiles.h"

#include "cpu/cpu.h"

#include <csignal>
#include <gtest/gtest.h>
#include <vector>

namespace {

TEST(Tiles, areRefusedWhereAStackForHandlersIsTooSmall) {
  // Enough for the registers that all CPUs with AVX-512 save, but not for tiles.
  constexpr size_t small = 8192;
  std::vector<char> memory(small);
  stack_t ours = {}, before = {};
  ours.ss_sp = memory.data();
  ours.ss_size = memory.size();
  ASSERT_EQ(sigaltstack(&ours, &before), 0);
  host::ask_for_tiles();
  EXPECT_FALSE(host::may_use_tiles());
  if ((before.ss_flags & SS_DISABLE) != 0) {
    before.ss_size = small; // or it is refused
  }
  ASSERT_EQ(sigaltstack(&before, nullptr), 0);
}

TEST(Tiles, areThereIfTheCpuHasThem) {
  host::ask_for_tiles();
  EXPECT_EQ(host::may_use_tiles(), host::cpu_runs("x86-64-v4", "+amx-tile"));
  host::ask_for_tiles();
  EXPECT_EQ(host::may_use_tiles(), host::cpu_runs("x86-64-v4", "+amx-tile"));
}

} // namespace
