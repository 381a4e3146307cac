// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef HOST_SCHEDULER_TASK_H
#define HOST_SCHEDULER_TASK_H

#include "scheduler/linked_list.h"
#include "scheduler/slot.h"
#include "threads/event.h"

#include <atomic>
#include <mutex>

namespace host {

/// The lock of one of the scheduler's shards, held (see Shard).
struct Lock : std::unique_lock<std::mutex> {
  Lock() = default;
  Lock(std::mutex& mutex, uint32_t of) : std::unique_lock<std::mutex>(mutex), shard(of) {}
  uint32_t shard = 0;
};

class Domain;
class Task;

/// A line of tasks: those of one dispatch. The lines of a domain take turns, task by task, so that
/// a long line does not delay all others. Must outlive its tasks. The lock of the tasks' shard
/// protects it.
struct Line : Linked<Line> {
  LinkedList<Task> tasks; ///< with parts to take, in the order in which they are to be started
};

/// Work in independent parts, run by any threads in any order. Must outlive its end().
class Task : public Linked<Task> {
public:
  virtual ~Task() = default;

  /// Called by the first thread that joins, at `time` (of now()), before it runs a part; others may
  /// run parts already.
  virtual void begin(uint64_t time) = 0;
  /// Runs parts [first, last). No lock is held.
  virtual void run(uint64_t first, uint64_t last, Slot& slot) = 0;
  /// Called once, when no part is left and no thread runs one. `lock`, of the task's shard, is held
  /// on entry and on return and may be released in between. The task may be gone afterwards.
  virtual void end(Lock& lock) = 0;

  /// Makes it ready to be pushed, once more. `max_threads` 0: as many as there are.
  void rearm(uint64_t new_parts, uint64_t new_estimate, uint32_t max_threads = 0) {
    divide(new_parts, new_estimate, max_threads);
    busy = last_part_end = 0;
    skipped.store(false, std::memory_order_relaxed);
  }
  /// Changes its parts; before it is pushed.
  void divide(uint64_t new_parts, uint64_t new_estimate, uint32_t max_threads) {
    parts = new_parts;
    estimate = new_estimate;
    width = max_threads;
  }
  /// Parts that no thread has begun will not run.
  void skip_rest() { skipped.store(true, std::memory_order_relaxed); }
  [[nodiscard]] bool skips_rest() const { return skipped.load(std::memory_order_relaxed); }

  Line* line = nullptr; ///< set before it is pushed; null: one that all such tasks share
  uint64_t parts = 1;
  uint64_t estimate = 0;      ///< nanoseconds of work in all parts, as far as can be guessed
  uint32_t width = 0;         ///< threads at most, to be woken for it; see rearm
  uint64_t busy = 0;          ///< nanoseconds that threads spent in it; valid in end()
  uint64_t last_part_end = 0; ///< of now(), 0 if no thread joined; valid in end()
  /// It may wait for a thread of the application, so that none of these may run it while it waits
  /// for something else. Set before it is pushed.
  bool for_workers = false;

private:
  friend class Scheduler;
  std::atomic<bool> skipped = false;
  Domain* domain = nullptr; ///< since it was pushed
  uint32_t shard = 0;       ///< likewise
};

} // namespace host

#endif
