// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef HOST_SCHEDULER_DOMAIN_H
#define HOST_SCHEDULER_DOMAIN_H

#include "scheduler/slot.h"
#include "scheduler/task.h"
#include "threads/cpu_set.h"

#include "cargo/apart.h"

#include <memory>
#include <span>

namespace host {

class Domain;

/// Tasks of domains of higher priority are begun first, and threads leave teams for them.
enum class Priority : uint8_t { low, normal, high };

/// The tasks of a domain that were pushed to one shard, whose lock protects them.
struct alignas(cargo::apart) DomainTasks : Linked<DomainTasks> {
  Domain* domain = nullptr;
  Line common;            ///< of tasks that are in no other
  LinkedList<Line> lines; ///< with tasks; whose turn is next stands first

  [[nodiscard]] bool empty() const { return lines.empty(); }
  /// The task that is next. There must be one.
  [[nodiscard]] Task& front() const { return *lines.front()->tasks.front(); }
};

/// Where the tasks of a queue may run: on which of the scheduler's slots, and on which CPUs. Must
/// outlive its tasks, and is moved only while it has never had any.
class Domain {
public:
  /// All of so many slots, any CPU. Throws std::bad_alloc.
  explicit Domain(uint32_t slots) : Domain(slots, {}, {}, Priority::normal) {}
  /// These slots only, at least one. If `bind_to` is not empty, pool threads go to these CPUs to
  /// run its tasks, and other threads help while they are there. Throws std::bad_alloc.
  Domain(std::span<const uint32_t> slot_indices, CpuSet bind_to,
         Priority among_others = Priority::normal)
      : Domain(static_cast<uint32_t>(slot_indices.size()), slot_indices, std::move(bind_to),
               among_others) {}

  [[nodiscard]] Priority priority() const { return rank; }
  [[nodiscard]] uint32_t width() const { return slot_count; }
  [[nodiscard]] bool may_use(uint32_t slot) const {
    return allowed.empty() || (slot < allowed.size() && allowed[slot]);
  }
  /// Whether it has all slots.
  [[nodiscard]] bool has_all() const { return allowed.empty(); }
  /// Whether a thread that is not one of the pool may run its tasks where the thread is now.
  [[nodiscard]] bool admits_this_thread() const {
    return bound_to.empty() || bound_to.has_this_thread();
  }

  [[nodiscard]] const CpuSet& cpus() const { return bound_to; } ///< empty: any
  /// A number for this set of CPUs, which no other set ever has; 0: any CPU.
  [[nodiscard]] uint64_t cpus_serial() const { return serial; }

private:
  friend class Scheduler;
  Domain(uint32_t slots, std::span<const uint32_t> slot_indices, CpuSet bind_to,
         Priority among_others);

  CpuSet bound_to;
  uint64_t serial = 0;
  Priority rank;
  uint32_t slot_count;
  std::vector<bool> allowed;            ///< by slot; empty: all
  std::unique_ptr<DomainTasks[]> tasks; ///< by shard
};

} // namespace host

#endif
