// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef CARGO_SPIN_MUTEX_H
#define CARGO_SPIN_MUTEX_H

#include "cargo/pause.h"

#include <atomic>
#include <chrono>
#include <thread>

namespace cargo {

/// A mutex for some instructions that call nothing: links of a list, a counter. Nobody tells a
/// thread that waits, so that a lock costs one atomic instruction and its end none: less than half
/// of std::mutex. A thread waits a moment for an owner that runs, and sleeps in steps for one that
/// does not. Meets the requirements of std::lock_guard. Not recursive, not fair.
class spin_mutex {
public:
  constexpr spin_mutex() = default;
  spin_mutex(const spin_mutex&) = delete;
  spin_mutex& operator=(const spin_mutex&) = delete;

  void lock() noexcept {
    if (!try_lock()) {
      wait_and_lock();
    }
  }
  [[nodiscard]] bool try_lock() noexcept {
    return !owned.exchange(true, std::memory_order_acquire);
  }
  void unlock() noexcept { owned.store(false, std::memory_order_release); }

private:
  [[gnu::noinline, gnu::cold]] void wait_and_lock() noexcept {
    constexpr int tries = 64; // pauses of 10 to 50 ns
    for (int i = 0;; ++i) {
      if (!owned.load(std::memory_order_relaxed) && try_lock()) {
        return;
      }
      if (i < tries) {
        pause();
      } else { // also where threads with a higher priority never yield to the owner
        std::this_thread::sleep_for(std::chrono::microseconds(20));
      }
    }
  }

  std::atomic<bool> owned = false;
};

} // namespace cargo

#endif
