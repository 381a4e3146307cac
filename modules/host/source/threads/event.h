// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef HOST_THREADS_EVENT_H
#define HOST_THREADS_EVENT_H

#include "threads/clock.h"
#include "threads/futex.h"

namespace host {

/// An event that threads wait for, raised once. What the raising thread has written before is
/// visible to a thread that has seen the event raised; that thread may destroy it at once. No lock
/// is involved.
class Event {
public:
  [[nodiscard]] bool happened() const { return state.load(std::memory_order_acquire) == raised; }

  void raise() {
    if (state.exchange(raised, std::memory_order_acq_rel) == awaited) {
      futex_wake(&state);
    }
  }
  /// Resets it. No thread may be waiting for it.
  void reset() { state.store(quiet, std::memory_order_relaxed); }

  /// Sleeps until it is raised or `deadline` (of now(); UINT64_MAX never) has come.
  void sleep(uint64_t deadline) {
    uint32_t seen = quiet;
    state.compare_exchange_strong(seen, awaited, std::memory_order_acquire);
    while (!happened() && (deadline == UINT64_MAX || now() < deadline)) {
      futex_wait(state, awaited, deadline);
    }
  }

private:
  static constexpr uint32_t quiet = 0, awaited = 1, raised = 2;
  std::atomic<uint32_t> state = quiet;
};

} // namespace host

#endif
