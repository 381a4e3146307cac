// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef HOST_FENCE_H
#define HOST_FENCE_H

#include "object.h"
#include "scheduler/task.h"

namespace host {

/// The scheduler's lock protects `armed` and `status`.
struct Fence : mux_fence_s {
  Event event;
  bool armed = false; ///< given to a dispatch that has not signalled it yet
  mux_result_t status = mux_success;

  [[nodiscard]] bool unused() const { return !armed && !event.happened; }
};

} // namespace host

#endif
