// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "cpu/tiles.h"

#include <atomic>
#if defined(__x86_64__)
#include <asm/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>
#endif

namespace host {
namespace {

std::atomic<bool> have_tiles = false;

/// Given by Linux to the whole process.
bool are_granted() {
#if defined(__x86_64__)
#if !defined(ARCH_REQ_XCOMP_PERM)
  constexpr long ARCH_REQ_XCOMP_PERM = 0x1023;
#endif
  constexpr long tile_data = 18; // the number of their registers among those that XSAVE knows
  return syscall(SYS_arch_prctl, ARCH_REQ_XCOMP_PERM, tile_data) == 0;
#else
  return false;
#endif
}

} // namespace

void ask_for_tiles() {
  if (!may_use_tiles() && are_granted()) {
    have_tiles.store(true, std::memory_order_relaxed);
  }
}

bool may_use_tiles() { return have_tiles.load(std::memory_order_relaxed); }

} // namespace host
