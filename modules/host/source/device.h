// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef HOST_DEVICE_H
#define HOST_DEVICE_H

#include "device_enqueue/device_events.h"
#include "memory/address.h"
#include "object.h"
#include "scheduler/scheduler.h"

namespace host {

struct Device;

/// A thread that waits until dispatches up to a ticket have ended.
struct QueueWait {
  uint64_t ticket = 0;    ///< the last one that counts
  uint64_t remaining = 0; ///< dispatches up to it that have not left
  Event event;
  QueueWait* next = nullptr;
};

/// The dispatches of a queue in one of the scheduler's shards, whose lock protects it.
struct alignas(cargo::apart) QueueShard {
  /// A dispatch begins; it leaves with the ticket that it gets.
  [[nodiscard]] uint64_t enter() {
    ++unfinished;
    return ++last_ticket;
  }
  /// The dispatch that got `ticket` has ended.
  void leave(uint64_t ticket);

  uint64_t last_ticket = 0;
  uint64_t unfinished = 0;
  QueueWait* waits = nullptr;
};

struct Queue : mux_queue_s, Linked<Queue> {
  Queue(mux_device_t owner, Domain where, bool run_by_caller = false)
      : domain(std::move(where)), on_caller(run_by_caller) {
    device = owner;
  }

  Domain domain;        ///< where its commands run
  const bool on_caller; ///< the thread that dispatches them runs them
  std::array<QueueShard, shard_count> shards;
};

struct Device : mux_device_s {
  explicit Device(mux_device_info_t given);
  ~Device();

  Scheduler scheduler;
  Queue queue; ///< the one that has all of the device
  std::mutex queues_mutex;
  LinkedList<Queue> queues; ///< all; queues_mutex protects it
  std::mutex semaphores;    ///< protects semaphores and lists of who waits for them; taken last
  AddressTable addresses;
  DeviceEvents events;             ///< of launches that kernels enqueue
  Device* next_enrolled = nullptr; ///< see fork.h
};

} // namespace host

#endif
