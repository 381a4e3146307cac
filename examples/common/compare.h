// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Helpers that compare a kernel's time with that of C++ on the same cores.
#ifndef EXAMPLES_COMMON_COMPARE_H
#define EXAMPLES_COMMON_COMPARE_H

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdio>
#include <limits>
#include <thread>
#include <vector>

/// Calls `work(row)` for each row, on as many threads as there are cores.
template <typename Work> void for_rows(unsigned rows, Work work) {
  std::atomic<unsigned> next = 0;
  const auto take_rows = [&] {
    for (unsigned row = next++; row < rows; row = next++) {
      work(row);
    }
  };
  std::vector<std::thread> threads(std::max(std::thread::hardware_concurrency(), 1U) - 1);
  for (std::thread& thread : threads) {
    thread = std::thread(take_rows);
  }
  take_rows();
  for (std::thread& thread : threads) {
    thread.join();
  }
}

/// The shortest of so many runs, in milliseconds.
template <typename Work> double best_milliseconds(int runs, Work work) {
  double best = std::numeric_limits<double>::infinity();
  for (int run = 0; run < runs; ++run) {
    const auto begin = std::chrono::steady_clock::now();
    work();
    const std::chrono::duration<double, std::milli> time = std::chrono::steady_clock::now() - begin;
    best = std::min(best, time.count());
  }
  return best;
}

/// One line that scripts/main_job shows.
inline void print_speeds(double kernel, double cpp) {
  std::printf("kernel %.2f ms, plain loops in C++ on all cores %.2f ms: %.1f times as fast\n",
              kernel, cpp, cpp / kernel);
}

#endif
