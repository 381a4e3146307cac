// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TARGET_SUPPORT_CLOCK_H
#define TARGET_SUPPORT_CLOCK_H

#include "mux/mux.h"

#include <ctime>

namespace target_support {

/// Nanoseconds of CLOCK_MONOTONIC: the clock of devices.
[[nodiscard]] inline uint64_t now() {
  timespec time = {};
  clock_gettime(CLOCK_MONOTONIC, &time);
  return static_cast<uint64_t>(time.tv_sec) * 1'000'000'000u + static_cast<uint64_t>(time.tv_nsec);
}

/// When a timeout that begins now has passed, in nanoseconds of now(); mux_wait_forever: never.
[[nodiscard]] inline uint64_t deadline_after(uint64_t timeout) {
  if (timeout == mux_wait_forever) {
    return timeout; // without asking for the time
  }
  uint64_t deadline = 0;
  return __builtin_add_overflow(now(), timeout, &deadline) ? UINT64_MAX : deadline;
}

} // namespace target_support

#endif
