// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Performance counters of threads while they run parts of commands, for query pools of type
// counter. All of the process's devices and queues count together.
#ifndef HOST_CPU_COUNTERS_H
#define HOST_CPU_COUNTERS_H

#include "mux/mux.h"

#include <array>
#include <cstdint>
#include <span>

namespace host {

inline constexpr size_t max_counters = 12;
using Counts = std::array<uint64_t, max_counters>; ///< by counter

/// The source of the counters: PAPI, if the build was configured with LANEWISE_PAPI and the machine
/// has counters; otherwise none.
struct CounterSource {
  std::span<const mux_query_counter_t> counters; ///< at most max_counters
  /// Reads the calling thread's counts so far. False if it cannot count. Does not throw.
  bool (*read)(Counts& counts) = nullptr;
};
[[nodiscard]] const CounterSource& counter_source();

/// For tests: takes the place of PAPI. Before the first use of counter_source(); `source` is kept.
void replace_counter_source(const CounterSource& source);

/// Threads count between these two, which may nest. Thread safe.
void begin_counting();
void end_counting();
/// The sum of a counter over all parts that have ended. Thread safe.
[[nodiscard]] uint64_t counted(size_t counter);

/// Counts one part of a command: adds the thread's counts while the object lives, if a query asks
/// for them.
class CountedPart {
public:
  CountedPart() noexcept;
  CountedPart(const CountedPart&) = delete;
  ~CountedPart();

private:
  Counts before = {}; // first: `counts` is what reading it gives
  bool counts;
};

} // namespace host

#endif
