// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Not semaphore.h: the C library has one.
#ifndef CUDA_QUEUES_GPU_SEMAPHORE_H
#define CUDA_QUEUES_GPU_SEMAPHORE_H

#include "object.h"

#include <vector>

namespace cuda {

struct CommandBuffer;

/// The engine's lock protects all of it.
struct Semaphore : mux_semaphore_s {
  enum class State { reset, armed, signalled };

  State state = State::reset;
  CommandBuffer* signaller = nullptr;  ///< the dispatch that is going to signal it
  std::vector<CommandBuffer*> waiters; ///< dispatches, once for each time that they name it
};

} // namespace cuda

#endif
