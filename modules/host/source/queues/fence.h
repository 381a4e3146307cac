// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef HOST_QUEUES_FENCE_H
#define HOST_QUEUES_FENCE_H

#include "object.h"
#include "scheduler/task.h"

namespace host {

struct Fence : mux_fence_s {
  Event event;
  std::atomic<bool> armed = false;   ///< given to a dispatch that has not signalled it yet
  std::atomic<uint32_t> shard = 0;   ///< of the scheduler; that dispatch's
  mux_result_t status = mux_success; ///< once the event has happened

  /// Takes it for a dispatch; false if it is in use.
  [[nodiscard]] bool arm() { return !event.happened() && !armed.exchange(true); }
};

} // namespace host

#endif
