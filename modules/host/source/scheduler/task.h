// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef HOST_SCHEDULER_TASK_H
#define HOST_SCHEDULER_TASK_H

#include "scheduler/linked_list.h"
#include "scheduler/slot.h"

#include <atomic>
#include <condition_variable>
#include <mutex>

namespace host {

/// The scheduler's one lock, held.
using Lock = std::unique_lock<std::mutex>;

class Domain;
class Task;

/// Tasks that belong together, those of one dispatch: lines of a domain take turns, task by task,
/// so that a long one does not hold up all others. Must outlive its tasks. The scheduler's lock
/// protects it.
struct Line : Linked<Line> {
  LinkedList<Task> tasks; ///< with parts to take, in the order in which they are to be started
};

/// Work in independent parts, run by any threads in any order. Must outlive its end().
class Task : public Linked<Task> {
public:
  virtual ~Task() = default;

  /// Called by the first thread that joins, before it runs a part; others may run parts already.
  virtual void begin() = 0;
  /// Runs one part. No lock is held.
  virtual void run(uint64_t part, Slot& slot) = 0;
  /// Called once when no part is left and no thread is in it. `lock` is held on entry and on
  /// return and may be let go meanwhile. The task may be gone afterwards.
  virtual void end(Lock& lock) = 0;

  /// Makes it ready to be pushed, once more.
  void rearm(uint64_t new_parts, uint64_t new_estimate) {
    parts = new_parts;
    estimate = new_estimate;
    next.store(0, std::memory_order_relaxed);
    busy = 0;
    started = false;
  }
  /// Parts that no thread has begun will not run.
  void skip_rest() { next.store(parts, std::memory_order_relaxed); }

  Line* line = nullptr; ///< set before it is pushed; null: one that all such tasks share
  uint64_t parts = 1;
  uint64_t estimate = 0; ///< nanoseconds of work in all parts, as far as can be guessed
  uint64_t busy = 0;     ///< nanoseconds that threads spent in it; valid in end()

private:
  friend class Scheduler;
  [[nodiscard]] bool exhausted() const { return next.load(std::memory_order_relaxed) >= parts; }

  std::atomic<uint64_t> next = 0; ///< first part that no thread has taken
  // The lock protects the rest.
  Domain* domain = nullptr; ///< since it was pushed
  uint32_t workers = 0;
  bool started = false;
};

/// Something that threads wait for, once. Raised and looked at for good under the lock; who has
/// seen it so may destroy it.
struct Event {
  std::atomic<bool> happened = false;
  std::condition_variable changed;
};

} // namespace host

#endif
