// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef CUDA_QUEUES_FENCE_H
#define CUDA_QUEUES_FENCE_H

#include "object.h"

#include <atomic>

namespace cuda {

/// The engine's lock protects changes of the state. A thread that has seen it signalled may destroy
/// it.
struct Fence : mux_fence_s {
  enum class State : uint8_t { reset, armed, signalled };

  [[nodiscard]] bool is_signalled() const {
    return state.load(std::memory_order_acquire) == State::signalled;
  }

  std::atomic<State> state = State::reset;
  mux_result_t status = mux_success; ///< once it is signalled
};

} // namespace cuda

#endif
