// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "device.h"

#include "scheduler/clock.h"

using namespace host;

namespace host {

Queue::Queue(Device& owner) {
  header = {target_id, mux_object_type_queue};
  device = &owner;
}

void Queue::leave(const Lock& lock, uint64_t ticket) {
  --unfinished;
  for (QueueWait** link = &waits; *link != nullptr;) {
    QueueWait& wait = **link;
    if (ticket > wait.ticket || --wait.remaining != 0) {
      link = &wait.next;
      continue;
    }
    *link = wait.next;
    cast<Device>(device).scheduler.raise(lock, wait.event);
  }
}

uint64_t deadline_after(uint64_t timeout) {
  if (timeout == mux_wait_forever) {
    return timeout; // without asking for the time
  }
  uint64_t deadline = 0;
  return __builtin_add_overflow(now(), timeout, &deadline) ? UINT64_MAX : deadline;
}

} // namespace host

extern "C" mux_result_t hostGetQueue(mux_device_t device, mux_queue_type_e, uint32_t,
                                     mux_queue_t* out_queue) {
  *out_queue = &cast<Device>(device).queue;
  return mux_success;
}

extern "C" mux_result_t hostWaitAll(mux_queue_t handle) {
  auto& queue = cast<Queue>(handle);
  Scheduler& scheduler = cast<Device>(queue.device).scheduler;
  Lock lock = scheduler.lock();
  if (queue.unfinished == 0) {
    return mux_success;
  }
  QueueWait wait;
  wait.ticket = queue.last_ticket;
  wait.remaining = queue.unfinished;
  wait.next = std::exchange(queue.waits, &wait);
  return scheduler.wait(lock, wait.event, UINT64_MAX) ? mux_success : mux_error_internal;
}
