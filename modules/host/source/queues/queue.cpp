// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "device.h"

#include "cpu/topology.h"

#include <utility>

using namespace host;

namespace host {
namespace {

Priority priority_of(const mux_queue_info_t& info) {
  return info.priority == mux_queue_priority_low    ? Priority::low
         : info.priority == mux_queue_priority_high ? Priority::high
                                                    : Priority::normal;
}

} // namespace

void QueueShard::leave(uint64_t ticket) {
  --unfinished;
  QueueWait* over = nullptr;
  for (QueueWait** link = &waits; *link != nullptr;) {
    QueueWait& wait = **link;
    if (ticket > wait.ticket || --wait.remaining != 0) {
      link = &wait.next;
      continue;
    }
    *link = wait.next;
    wait.next = std::exchange(over, &wait);
  }
  // Last of all: a thread that has waited may destroy the queue at once, and this object with it.
  while (over != nullptr) {
    std::exchange(over, over->next)->event.raise();
  }
}

} // namespace host

extern "C" mux_result_t hostGetQueue(mux_device_t device, mux_queue_type_e, uint32_t,
                                     mux_queue_t* out_queue) {
  *out_queue = &cast<Device>(device).queue;
  return mux_success;
}

extern "C" mux_result_t hostCreateQueue(mux_device_t device, const mux_queue_info_t* info,
                                        mux_allocator_info_t allocator, mux_queue_t* out_queue) {
  try {
    const std::span<const uint32_t> units(info->units, info->units_length);
    std::vector<uint32_t> cpus;
    for (const uint32_t unit : units) {
      if (info->bound) {
        cpus.push_back(topology().cpus[unit]);
      }
    }
    Domain domain(units, CpuSet(cpus), priority_of(*info));
    auto* queue =
        create<Queue>(allocator, mux_object_type_queue, device, std::move(domain), info->on_caller);
    if (queue == nullptr) {
      return mux_error_out_of_memory;
    }
    const std::lock_guard held(cast<Device>(device).queues_mutex);
    cast<Device>(device).queues.push_back(*queue);
    *out_queue = queue;
    return mux_success;
  } catch (const std::bad_alloc&) {
    return mux_error_out_of_memory;
  }
}

extern "C" mux_result_t hostDestroyQueue(mux_device_t device, mux_queue_t handle,
                                         mux_allocator_info_t allocator) {
  auto& queue = cast<Queue>(handle);
  if (&queue == &cast<Device>(device).queue) {
    return mux_error_invalid_value;
  }
  const mux_result_t result = hostWaitAll(handle);
  if (result == mux_success) {
    {
      const std::lock_guard held(cast<Device>(device).queues_mutex);
      cast<Device>(device).queues.remove(queue);
    }
    destroy(allocator, queue);
  }
  return result;
}

extern "C" mux_result_t hostWaitAll(mux_queue_t handle) {
  auto& queue = cast<Queue>(handle);
  Scheduler& scheduler = cast<Device>(queue.device).scheduler;
  for (uint32_t i = 0; i < shard_count; ++i) {
    QueueShard& shard = queue.shards[i];
    QueueWait wait;
    {
      const Lock lock = scheduler.lock(i);
      if (shard.unfinished == 0) {
        continue;
      }
      wait.ticket = shard.last_ticket;
      wait.remaining = shard.unfinished;
      wait.next = std::exchange(shard.waits, &wait);
    }
    if (!scheduler.wait(wait.event, i, UINT64_MAX)) {
      return mux_error_internal;
    }
  }
  return mux_success;
}
