// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Not semaphore.h: the C library has one.
#ifndef HOST_QUEUES_HOST_SEMAPHORE_H
#define HOST_QUEUES_HOST_SEMAPHORE_H

#include "object.h"

namespace host {

struct CommandBuffer;
struct Semaphore;

/// A dispatch that waits for a semaphore: an element of the semaphore's list, owned by the
/// dispatch's command buffer.
struct SemaphoreWait {
  CommandBuffer* waiter = nullptr;
  Semaphore* semaphore = nullptr;
  SemaphoreWait* next = nullptr;
};

/// Device::semaphores protects all of it.
struct Semaphore : mux_semaphore_s {
  enum class State { reset, armed, signalled };
  State state = State::reset;
  SemaphoreWait* waits = nullptr;
};

} // namespace host

#endif
