// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef HOST_THREADS_FUTEX_H
#define HOST_THREADS_FUTEX_H

#include <atomic>
#include <climits>
#include <cstdint>
#include <ctime>
#include <linux/futex.h>
#include <sys/syscall.h>
#include <unistd.h>

namespace host {

/// Sleeps while `word` is `expected`, at most until `deadline` (of now(); UINT64_MAX: without end).
/// May return early.
inline void futex_wait(const std::atomic<uint32_t>& word, uint32_t expected,
                       uint64_t deadline = UINT64_MAX) {
  constexpr uint64_t second = 1'000'000'000;
  timespec end = {};
  end.tv_sec = static_cast<time_t>(deadline / second);
  end.tv_nsec = static_cast<long>(deadline % second);
  // With a bit set, the time is absolute, of CLOCK_MONOTONIC.
  syscall(SYS_futex, &word, FUTEX_WAIT_BITSET_PRIVATE, expected,
          deadline == UINT64_MAX ? nullptr : &end, nullptr, FUTEX_BITSET_MATCH_ANY);
}

/// Wakes threads that sleep at `word`, at most `max_threads`. Only its address counts: it may be
/// gone already.
inline void futex_wake(const std::atomic<uint32_t>* word, int max_threads = INT_MAX) {
  syscall(SYS_futex, word, FUTEX_WAKE_PRIVATE, max_threads, nullptr, nullptr, 0);
}

} // namespace host

#endif
