// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "measure.h"

#include <algorithm>
#include <cmath>
#include <ctime>

namespace {

double now(clockid_t clock) {
  timespec time = {};
  clock_gettime(clock, &time);
  return double(time.tv_sec) + double(time.tv_nsec) * 1e-9;
}

template <typename T> bool close(const Workload& load, const Words& got, const Words& expected) {
  const T *a = as<T>(got), *b = as<T>(expected);
  const size_t count = got.size() * sizeof(uint32_t) / sizeof(T);
  size_t outliers = 0;
  for (size_t i = 0; i < count; ++i) {
    const double limit = load.tolerance * std::max(1.0, std::fabs(double(b[i])));
    outliers += !(std::fabs(double(a[i]) - double(b[i])) <= limit);
  }
  return double(outliers) <= load.outliers * double(count);
}

} // namespace

double median(std::vector<double> values) {
  std::ranges::sort(values);
  return values[values.size() / 2];
}

std::vector<double> Stopwatch::measure(const std::vector<Run>& runs) const {
  constexpr double sample = 4e-3;
  constexpr int trials = 5;
  size_t repeats = 1;
  for (const Run& run : runs) {
    run(); // page faults and the like
    double once = seconds(run, 1);
    for (int i = 1; i < trials; ++i) {
      once = std::min(once, seconds(run, 1));
    }
    repeats = std::max(repeats, size_t(std::ceil(sample / std::max(once, 1e-6))));
  }
  std::vector<std::vector<double>> samples(runs.size());
  for (unsigned i = 0; i < samples_; ++i) {
    for (size_t which = 0; which < runs.size(); ++which) {
      samples[which].push_back(seconds(runs[which], repeats));
    }
  }
  std::vector<double> result;
  for (const auto& each : samples) {
    result.push_back(median(each));
  }
  return result;
}

double Stopwatch::seconds(const Run& run, size_t repeats) const {
  const clockid_t clock = cpu_threads_ ? CLOCK_PROCESS_CPUTIME_ID : CLOCK_MONOTONIC;
  const double start = now(clock);
  for (size_t i = 0; i < repeats; ++i) {
    run();
  }
  return (now(clock) - start) / double(repeats) / (cpu_threads_ ? cpu_threads_ : 1);
}

bool agree(const Workload& load, const Words& got, const Words& expected) {
  switch (load.element) {
  case Element::float16:
    return close<_Float16>(load, got, expected);
  case Element::float32:
    return close<float>(load, got, expected);
  case Element::float64:
    return close<double>(load, got, expected);
  case Element::word:
    break;
  }
  return got == expected;
}
