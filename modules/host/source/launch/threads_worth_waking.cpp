// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "launch/threads_worth_waking.h"

#include "scheduler/scheduler.h"

#include <algorithm>

namespace host {

uint32_t threads_worth_waking(uint64_t time, uint32_t max_threads) {
  constexpr uint64_t min_time = 8'000;
  if (max_threads == 1 || time < Scheduler::worth_waking) {
    return 1;
  }
  return static_cast<uint32_t>(std::clamp<uint64_t>(time / min_time, 2, max_threads));
}

} // namespace host
