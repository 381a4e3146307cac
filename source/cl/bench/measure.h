// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Times of things to do, measured in turn, and whether results agree.
#ifndef CL_BENCH_MEASURE_H
#define CL_BENCH_MEASURE_H

#include "workload.h"

#include <functional>
#include <vector>

[[nodiscard]] double median(std::vector<double> values);

/// Seconds of each of several things to do, measured in turn.
class Stopwatch {
public:
  /// With `cpu_threads`, counts the CPU time of the process divided by so many threads.
  Stopwatch(unsigned samples, unsigned cpu_threads)
      : samples_(samples), cpu_threads_(cpu_threads) {}

  using Run = std::function<void()>;
  /// The medians. Of each as many runs a sample: one begins with caches full of what another left.
  [[nodiscard]] std::vector<double> measure(const std::vector<Run>& runs) const;

private:
  [[nodiscard]] double seconds(const Run& run, size_t repeats) const;

  unsigned samples_, cpu_threads_;
};

/// Whether an output is what it should be, as far as the workload asks for.
[[nodiscard]] bool agree(const Workload& load, const Words& got, const Words& expected);

#endif
