// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "device_enqueue/device_queue.h"

using namespace host;

namespace host {

DeviceQueue::DeviceQueue(Device& owner, uint64_t bytes) : device(owner), blocks(bytes) {
  size = bytes;
  address = reinterpret_cast<uint64_t>(static_cast<mux_device_queue_s*>(this));
}

bool DeviceQueue::take(uint64_t bytes) {
  uint64_t now = used.load(std::memory_order_relaxed);
  do {
    if (bytes > size - now) {
      return false;
    }
  } while (!used.compare_exchange_weak(now, now + bytes, std::memory_order_relaxed));
  return true;
}

DeviceQueue* find_device_queue(const Device& device, uint64_t address) {
  if (address == 0 || address % alignof(DeviceQueue) != 0) {
    return nullptr;
  }
  auto* handle = reinterpret_cast<mux_device_queue_t>(address);
  if (handle->header.id != device.header.id ||
      handle->header.type != mux_object_type_device_queue) {
    return nullptr;
  }
  auto& queue = cast<DeviceQueue>(handle);
  return &queue.device == &device ? &queue : nullptr;
}

} // namespace host

extern "C" mux_result_t hostCreateDeviceQueue(mux_device_t device, uint64_t size,
                                              mux_allocator_info_t allocator,
                                              mux_device_queue_t* out_device_queue) {
  auto* queue =
      create<DeviceQueue>(allocator, mux_object_type_device_queue, cast<Device>(device), size);
  *out_device_queue = queue;
  return queue != nullptr ? mux_success : mux_error_out_of_memory;
}

extern "C" mux_result_t hostDestroyDeviceQueue(mux_device_t, mux_device_queue_t device_queue,
                                               mux_allocator_info_t allocator) {
  destroy(allocator, cast<DeviceQueue>(device_queue));
  return mux_success;
}
