// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "queues/fence.h"

#include "device.h"
#include "threads/clock.h"

using namespace host;

extern "C" mux_result_t hostCreateFence(mux_device_t, mux_allocator_info_t allocator,
                                        mux_fence_t* out_fence) {
  auto* fence = create<Fence>(allocator, mux_object_type_fence);
  *out_fence = fence;
  return fence != nullptr ? mux_success : mux_error_out_of_memory;
}

extern "C" mux_result_t hostDestroyFence(mux_device_t, mux_fence_t fence,
                                         mux_allocator_info_t allocator) {
  destroy(allocator, cast<Fence>(fence));
  return mux_success;
}

extern "C" mux_result_t hostResetFence(mux_device_t, mux_fence_t handle) {
  auto& fence = cast<Fence>(handle);
  if (fence.armed) {
    return mux_error_invalid_state;
  }
  fence.event.reset();
  fence.status = mux_success;
  return mux_success;
}

extern "C" mux_result_t hostTryWait(mux_queue_t queue, uint64_t timeout, mux_fence_t handle) {
  auto& fence = cast<Fence>(handle);
  Scheduler& scheduler = cast<Device>(queue->device).scheduler;
  const bool happened = timeout == 0
                            ? fence.event.happened()
                            : scheduler.wait(fence.event, fence.shard, deadline_after(timeout));
  return happened ? fence.status : mux_fence_not_ready;
}
