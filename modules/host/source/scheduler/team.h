// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef HOST_SCHEDULER_TEAM_H
#define HOST_SCHEDULER_TEAM_H

#include "scheduler/domain.h"
#include "scheduler/shares.h"
#include "scheduler/task.h"

#include <algorithm>

namespace host {

/// A team: a task that several threads run, with the shares of its parts. Teams are never freed
/// while the scheduler lives, and threads look at them without a lock. A thread may read values of
/// a task that is over; its claims then fail, because the generation has changed. A claim that
/// succeeds keeps the task alive until it is done.
class Team {
public:
  /// Throws std::bad_alloc.
  explicit Team(uint32_t slots) : slot_count(slots), allowed(slots / 64 + 1), shares(slots) {}

  /// Whether a task can be shared, and how many threads it is for.
  [[nodiscard]] static uint32_t threads_for(const Domain& domain, const Task& task) {
    const uint32_t most = task.width != 0 ? std::min(task.width, domain.width()) : domain.width();
    return static_cast<uint32_t>(std::min<uint64_t>(most, task.parts));
  }

  /// Deals the task's parts. For the thread that has the team to itself: all of the last task is
  /// done. Gives the generation.
  uint32_t open(Task& new_task, const Domain& domain, uint32_t threads);
  /// In a child of fork: forgets the task, which is the parent's.
  void forget();

  // Any thread may call the functions below.

  [[nodiscard]] uint32_t current() const { return generation.load(std::memory_order_acquire); }
  /// Whether a thread has noticed that nothing of a generation is left to be claimed.
  [[nodiscard]] bool is_dry(uint32_t of) const { return dry.load(std::memory_order_relaxed) == of; }
  void set_dry(uint32_t of) {
    if (!is_dry(of)) { // all threads come here at about the same time
      dry.store(of, std::memory_order_relaxed);
    }
  }
  /// Whether only workers may join: threads must go to certain CPUs for it, or it may wait for a
  /// thread of the application.
  [[nodiscard]] bool is_for_workers() const { return for_workers.load(std::memory_order_relaxed); }
  [[nodiscard]] Priority priority() const { return rank.load(std::memory_order_relaxed); }
  /// Whether all slots may be used.
  [[nodiscard]] bool is_everywhere() const { return everywhere.load(std::memory_order_relaxed); }
  [[nodiscard]] bool may_use(uint32_t slot) const {
    return (allowed[slot / 64].load(std::memory_order_relaxed) >> slot % 64 & 1) != 0;
  }
  /// The share of a slot's thread: its place among those that may be used. Past the last share if
  /// there are fewer shares.
  [[nodiscard]] uint32_t share_of(uint32_t slot) const;

  [[nodiscard]] Shares::Claim claim(uint32_t share, Shares::Amount amount, uint32_t of) {
    const Shares::Claim own = shares.take(share, amount, of);
    return own || is_dry(of) ? own : shares.steal(share, amount, of);
  }
  [[nodiscard]] bool done(const Shares::Claim& claim, uint64_t busy) {
    return shares.done(claim, busy);
  }

  // With parts claimed and not yet done:

  [[nodiscard]] Task& task() const { return *running; }
  /// The parts of the task that a claim is for.
  [[nodiscard]] uint64_t part(uint64_t claimed) const {
    return std::min(claimed * unit, running->parts);
  }
  /// True for one caller.
  [[nodiscard]] bool begins() {
    return !begun.load(std::memory_order_relaxed) && !begun.exchange(true);
  }

  // For the thread that has done the last part:

  [[nodiscard]] uint64_t busy() const { return shares.busy(); }

private:
  const uint32_t slot_count;
  std::atomic<uint32_t> generation = 0;
  std::vector<std::atomic<uint64_t>> allowed; ///< a bit for each slot
  std::atomic<bool> for_workers = false, everywhere = false;
  std::atomic<Priority> rank = Priority::normal;
  Task* running = nullptr;
  uint64_t unit = 1; ///< parts of the task for one of the shares
  alignas(cargo::apart) std::atomic<uint32_t> dry = 0;
  alignas(cargo::apart) std::atomic<bool> begun = false;
  Shares shares;
};

} // namespace host

#endif
