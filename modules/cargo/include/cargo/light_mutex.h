// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef CARGO_LIGHT_MUTEX_H
#define CARGO_LIGHT_MUTEX_H

#include "cargo/pause.h"

#include <atomic>
#include <cstdint>

namespace cargo {

/// A mutex whose owners have it for a microsecond at most, where several are locked for each
/// command: std::mutex without calls into the C library. A thread that finds it taken tries for a
/// few microseconds before it sleeps: that costs the owner a system call, and itself much longer.
/// Meets the requirements of std::lock_guard and std::unique_lock. Not recursive, not fair.
class light_mutex {
public:
  constexpr light_mutex() = default;
  light_mutex(const light_mutex&) = delete;
  light_mutex& operator=(const light_mutex&) = delete;

  void lock() noexcept {
    if (!try_lock()) {
      wait_and_lock();
    }
  }
  [[nodiscard]] bool try_lock() noexcept {
    uint32_t expected = unowned;
    return state.compare_exchange_strong(expected, owned, std::memory_order_acquire,
                                         std::memory_order_relaxed);
  }
  void unlock() noexcept {
    if (state.exchange(unowned, std::memory_order_release) == awaited) {
      state.notify_one();
    }
  }

private:
  static constexpr uint32_t unowned = 0, owned = 1;
  static constexpr uint32_t awaited = 2; ///< owned, and a thread may sleep

  [[gnu::noinline, gnu::cold]] void wait_and_lock() noexcept {
    constexpr int tries = 64; // pauses of 10 to 50 ns
    for (int i = 0; i < tries; ++i) {
      if (state.load(std::memory_order_relaxed) == unowned && try_lock()) {
        return;
      }
      pause();
    }
    while (state.exchange(awaited, std::memory_order_acquire) != unowned) {
      state.wait(awaited, std::memory_order_relaxed);
    }
  }

  std::atomic<uint32_t> state = unowned;
};

} // namespace cargo

#endif
