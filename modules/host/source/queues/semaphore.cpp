// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "queues/host_semaphore.h"

#include "device.h"

using namespace host;

extern "C" mux_result_t hostCreateSemaphore(mux_device_t, mux_allocator_info_t allocator,
                                            mux_semaphore_t* out_semaphore) {
  auto* semaphore = create<Semaphore>(allocator, mux_object_type_semaphore);
  *out_semaphore = semaphore;
  return semaphore != nullptr ? mux_success : mux_error_out_of_memory;
}

extern "C" mux_result_t hostDestroySemaphore(mux_device_t, mux_semaphore_t semaphore,
                                             mux_allocator_info_t allocator) {
  destroy(allocator, cast<Semaphore>(semaphore));
  return mux_success;
}

extern "C" mux_result_t hostResetSemaphore(mux_device_t device, mux_semaphore_t handle) {
  auto& semaphore = cast<Semaphore>(handle);
  const std::lock_guard lock(cast<Device>(device).semaphores);
  if (semaphore.state == Semaphore::State::armed || semaphore.waits != nullptr) {
    return mux_error_invalid_state;
  }
  semaphore.state = Semaphore::State::reset;
  return mux_success;
}
