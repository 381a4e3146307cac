// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Threads for the C++ that kernels are compared with: as many as the driver uses, made once.
#ifndef CL_BENCH_TEAM_H
#define CL_BENCH_TEAM_H

#include <atomic>
#include <cstddef>
#include <functional>
#include <thread>
#include <vector>

class Team {
public:
  explicit Team(unsigned threads);
  Team(const Team&) = delete;
  ~Team();

  using Part = std::function<void(size_t first, size_t last)>;
  /// Calls `part` for ranges of at most `grain` that make up 0 to `count`, on all threads; returns
  /// when all have ended. One call at a time, from the thread that made the team.
  void run(size_t count, size_t grain, const Part& part);

private:
  void work();
  void help();

  const Part* part_ = nullptr;
  size_t count_ = 0, grain_ = 1;
  std::atomic<size_t> next_ = 0;
  std::atomic<unsigned> round_ = 0; ///< publishes the three members above
  std::atomic<unsigned> busy_ = 0;  ///< helpers that have not ended this round
  std::atomic<bool> over_ = false;
  std::vector<std::thread> helpers_;
};

#endif
