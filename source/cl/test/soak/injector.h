// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Disturbances of the process while the soak runs: a thread that causes one after another.
#ifndef CL_TEST_SOAK_INJECTOR_H
#define CL_TEST_SOAK_INJECTOR_H

#include "quota_group.h"

#include <atomic>
#include <cstdint>
#include <filesystem>
#include <random>
#include <thread>

class Injector {
public:
  struct Options {
    std::filesystem::path cache; ///< its folder, empty if there is none
    bool kills_workers = false;  ///< the compiler's processes
  };
  Injector(Options in_options, uint64_t seed);
  /// Undoes what would outlast it.
  ~Injector();

private:
  void run();
  void change_affinity();
  void stop_for_a_moment();
  void throttle();
  void change_quota();
  void fill_disk();
  void fork_and_execute();
  void disturb_cache();
  void kill_a_worker();

  const Options options;
  std::mt19937_64 random;
  const QuotaGroup group;
  std::atomic<bool> stop = false;
  std::thread thread;
};

#endif
