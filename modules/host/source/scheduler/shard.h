// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef HOST_SCHEDULER_SHARD_H
#define HOST_SCHEDULER_SHARD_H

#include "scheduler/domain.h"
#include "scheduler/shares.h"

namespace host {

/// Application threads push to shards, each to its own as long as there are no more of them, so
/// that they do not share a lock. A dispatch stays in its shard: the lock of this protects all of
/// its state.
inline constexpr uint32_t shard_count = 32;

/// The calling thread's.
[[nodiscard]] uint32_t shard_of_this_thread();

struct alignas(cargo::apart) Shard {
  /// Inserts a domain that has tasks into `ready`, behind those of its priority.
  void add(DomainTasks& tasks) {
    DomainTasks* next = ready.front();
    while (next != nullptr && next->domain->priority() >= tasks.domain->priority()) {
      next = next->next();
    }
    ready.insert_before(tasks, next);
    highest.store(ready.front()->domain->priority(), std::memory_order_relaxed);
  }
  void remove(DomainTasks& tasks) {
    ready.remove(tasks);
    if (!ready.empty()) {
      highest.store(ready.front()->domain->priority(), std::memory_order_relaxed);
    }
  }

  /// Whether an application thread is asleep until the remaining work is done, and so needs no
  /// core.
  [[nodiscard]] bool is_slept_for() const { return sleepers != 0 && active != 0; }

  std::mutex mutex;
  LinkedList<DomainTasks> ready; ///< with tasks; whose turn is next stands first; see add
  // Written under the lock, and looked at without it:
  std::atomic<bool> pending = false;             ///< !ready.empty()
  std::atomic<Priority> highest = Priority::low; ///< of what is ready, if anything is
  std::atomic<uint32_t> active = 0;              ///< tasks that were pushed and have not ended
  std::atomic<uint32_t> taken = 0;               ///< counts tasks that threads have taken
  // Not under the lock:
  std::atomic<uint32_t> sleepers = 0; ///< application threads that sleep until an event of it
};

} // namespace host

#endif
