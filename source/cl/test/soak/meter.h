// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef CL_TEST_SOAK_METER_H
#define CL_TEST_SOAK_METER_H

#include <cstdint>
#include <string>
#include <vector>

/// The system's resources that a process holds.
struct Holdings {
  uint64_t resident = 0; ///< bytes, after malloc has given back what it can
  uint64_t threads = 0;
  uint64_t maps = 0;        ///< lines of /proc/self/maps
  uint64_t descriptors = 0; ///< open ones

  [[nodiscard]] static Holdings now();
  [[nodiscard]] std::string text() const;
};

/// Why what `samples` show is growth, or "" if they stay flat. The first half is warm-up; of the
/// second, the most of its last half must not exceed the most of its first half by more than what
/// comes and goes (heaps of threads, caches of the driver that fill).
[[nodiscard]] std::string find_growth(const std::vector<Holdings>& samples);

#endif
