// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Launches whose groups all run at the same time (mux_ndrange_t::concurrent), so that they can wait
// for one another. Each group has a thread of its own while the launch runs: the calling one, which
// holds a slot, and others that exist for this launch alone and hold none. So the groups make
// progress whatever else the slots are busy with, no launch waits for another's threads, and
// nothing is begun unless all threads are there.
#ifndef HOST_LAUNCH_CONCURRENT_GROUPS_H
#define HOST_LAUNCH_CONCURRENT_GROUPS_H

#include "launch/run_groups.h"
#include "scheduler/scheduler.h"

#include <functional>

namespace host {

/// What the threads of a launch need to know.
struct ConcurrentThreads {
  Scheduler& scheduler; ///< that interrupts them
  const CpuSet& cpus;   ///< where they are to run; empty: anywhere
  /// Called by any of them when a group has failed. It sets the abort flag.
  std::function<void(mux_result_t)> note_failure;
};

/// Runs groups [0, count) of the launch. If one fails the others are interrupted.
/// mux_error_out_of_memory, also for want of threads; then no group has begun. Else the failures
/// have been noted, and one of them is returned.
[[nodiscard]] mux_result_t run_concurrently(const GroupRunner& groups, uint64_t count, Slot& slot,
                                            const uint32_t* abort_flag,
                                            const ConcurrentThreads& threads);

} // namespace host

#endif
