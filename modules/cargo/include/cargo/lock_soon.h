// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef CARGO_LOCK_SOON_H
#define CARGO_LOCK_SOON_H

#include "cargo/pause.h"

#include <mutex>

namespace cargo {

/// Locks a mutex whose owners have it for a microsecond at most: tries for a few before it sleeps.
/// A thread that sleeps costs the owner a system call, and itself much longer than that.
[[nodiscard]] inline std::unique_lock<std::mutex> lock_soon(std::mutex& mutex) {
  constexpr int tries = 64; // pauses of 10 to 50 ns
  for (int i = 0; i < tries; ++i) {
    std::unique_lock lock(mutex, std::try_to_lock);
    if (lock.owns_lock()) {
      return lock;
    }
    pause();
  }
  return std::unique_lock(mutex);
}

} // namespace cargo

#endif
