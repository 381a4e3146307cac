// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef HOST_THREADS_CLOCK_H
#define HOST_THREADS_CLOCK_H

#include <cstdint>
#include <ctime>

namespace host {

/// Nanoseconds of CLOCK_MONOTONIC: the device's clock.
inline uint64_t now() {
  timespec time = {};
  clock_gettime(CLOCK_MONOTONIC, &time);
  return static_cast<uint64_t>(time.tv_sec) * 1'000'000'000u + static_cast<uint64_t>(time.tv_nsec);
}

} // namespace host

#endif
