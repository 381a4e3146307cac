// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Queues, fences and semaphores of the interface.
#include "commands/command_buffer.h"
#include "mux/targets/cuda.h"

using namespace cuda;

namespace {

template <typename Object, typename Handle>
std::vector<Object*> objects(const Handle* handles, uint64_t length) {
  std::vector<Object*> found;
  found.reserve(length);
  for (uint64_t i = 0; i < length; ++i) {
    found.push_back(&cast<Object>(handles[i]));
  }
  return found;
}

} // namespace

mux_result_t cudaGetQueue(mux_device_t device, mux_queue_type_e, uint32_t, mux_queue_t* out_queue) {
  *out_queue = &cast<Device>(device).queue;
  return mux_success;
}

// The device says that it gives no part of itself away.
mux_result_t cudaCreateQueue(mux_device_t, const mux_queue_info_t*, mux_allocator_info_t,
                             mux_queue_t*) {
  return mux_error_feature_unsupported;
}

mux_result_t cudaDestroyQueue(mux_device_t, mux_queue_t, mux_allocator_info_t) {
  return mux_error_invalid_value; // all are of muxGetQueue
}

mux_result_t cudaDispatch(mux_queue_t queue, mux_command_buffer_t command_buffer, mux_fence_t fence,
                          const mux_semaphore_t* wait_semaphores, uint64_t wait_semaphores_length,
                          const mux_semaphore_t* signal_semaphores,
                          uint64_t signal_semaphores_length, mux_dispatch_callback_t callback,
                          void* user_data) {
  if (is_lost_by_fork()) {
    return mux_error_internal;
  }
  auto& buffer = cast<CommandBuffer>(command_buffer);
  if (buffer.running) {
    return mux_error_invalid_state;
  }
  cast<Device>(queue->device).renew();
  return guarded([&] {
    buffer.callback = callback;
    buffer.user_data = user_data;
    return cast<Device>(queue->device)
        .engine.dispatch(buffer, {fence != nullptr ? &cast<Fence>(fence) : nullptr,
                                  objects<Semaphore>(wait_semaphores, wait_semaphores_length),
                                  objects<Semaphore>(signal_semaphores, signal_semaphores_length)});
  });
}

mux_result_t cudaDispatchAndWait(mux_queue_t queue, mux_command_buffer_t command_buffer,
                                 mux_fence_t fence, uint64_t timeout,
                                 mux_dispatch_callback_t callback, void* user_data,
                                 mux_result_t* out_dispatched) {
  *out_dispatched =
      cudaDispatch(queue, command_buffer, fence, nullptr, 0, nullptr, 0, callback, user_data);
  return *out_dispatched == mux_success ? cudaTryWait(queue, timeout, fence) : *out_dispatched;
}

mux_result_t cudaTryWait(mux_queue_t queue, uint64_t timeout, mux_fence_t handle) {
  const auto& fence = cast<Fence>(handle);
  const bool happened =
      timeout == 0
          ? fence.is_signalled()
          : cast<Device>(queue->device).engine.wait(fence, target_support::deadline_after(timeout));
  return happened ? fence.status : mux_fence_not_ready;
}

mux_result_t cudaWaitAll(mux_queue_t queue) {
  cast<Device>(queue->device).engine.wait_all();
  return mux_success;
}

mux_result_t cudaCreateFence(mux_device_t, mux_allocator_info_t allocator, mux_fence_t* out_fence) {
  auto* fence = create<Fence>(allocator, mux_object_type_fence);
  *out_fence = fence;
  return fence != nullptr ? mux_success : mux_error_out_of_memory;
}

mux_result_t cudaDestroyFence(mux_device_t, mux_fence_t fence, mux_allocator_info_t allocator) {
  destroy(allocator, cast<Fence>(fence));
  return mux_success;
}

mux_result_t cudaResetFence(mux_device_t device, mux_fence_t fence) {
  return cast<Device>(device).engine.reset(cast<Fence>(fence)) ? mux_success
                                                               : mux_error_invalid_state;
}

mux_result_t cudaCreateSemaphore(mux_device_t, mux_allocator_info_t allocator,
                                 mux_semaphore_t* out_semaphore) {
  auto* semaphore = create<Semaphore>(allocator, mux_object_type_semaphore);
  *out_semaphore = semaphore;
  return semaphore != nullptr ? mux_success : mux_error_out_of_memory;
}

mux_result_t cudaDestroySemaphore(mux_device_t, mux_semaphore_t semaphore,
                                  mux_allocator_info_t allocator) {
  destroy(allocator, cast<Semaphore>(semaphore));
  return mux_success;
}

mux_result_t cudaResetSemaphore(mux_device_t device, mux_semaphore_t semaphore) {
  return cast<Device>(device).engine.reset(cast<Semaphore>(semaphore)) ? mux_success
                                                                       : mux_error_invalid_state;
}
