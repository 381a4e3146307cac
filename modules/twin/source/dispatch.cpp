// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "device.h"
#include "twin_functions.h"

#include "mux/targets/host.h"

#include <new>

using namespace twin;

mux_result_t twinDispatch(mux_queue_t queue, mux_command_buffer_t command_buffer, mux_fence_t fence,
                          const mux_semaphore_t* wait_semaphores, uint64_t wait_semaphores_length,
                          const mux_semaphore_t* signal_semaphores,
                          uint64_t signal_semaphores_length, mux_dispatch_callback_t callback,
                          void* user_data) {
  try {
    return device_of(queue->device)
        .line.dispatch(queue, command_buffer, fence,
                       {wait_semaphores, wait_semaphores + wait_semaphores_length},
                       signal_semaphores, signal_semaphores_length, callback, user_data);
  } catch (const std::bad_alloc&) {
    return mux_error_out_of_memory;
  }
}

mux_result_t twinDispatchAndWait(mux_queue_t queue, mux_command_buffer_t command_buffer,
                                 mux_fence_t fence, uint64_t timeout,
                                 mux_dispatch_callback_t callback, void* user_data,
                                 mux_result_t* out_dispatched) {
  *out_dispatched =
      twinDispatch(queue, command_buffer, fence, nullptr, 0, nullptr, 0, callback, user_data);
  return *out_dispatched == mux_success ? hostTryWait(queue, timeout, fence) : *out_dispatched;
}
