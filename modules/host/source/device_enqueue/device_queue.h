// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef HOST_DEVICE_ENQUEUE_DEVICE_QUEUE_H
#define HOST_DEVICE_ENQUEUE_DEVICE_QUEUE_H

#include "device.h"
#include "device_enqueue/launch_memory.h"

#include <atomic>

namespace host {

/// Room for launches that kernels enqueue, and their memory. The launches themselves belong to the
/// command whose kernels enqueued them (enqueued_launches.h).
struct DeviceQueue : mux_device_queue_s {
  DeviceQueue(Device& owner, uint64_t bytes);

  /// Takes room for a launch; false if there is not enough.
  [[nodiscard]] bool take(uint64_t bytes);
  void give_back(uint64_t bytes) { used.fetch_sub(bytes, std::memory_order_relaxed); }

  Device& device;
  LaunchBlocks blocks;

private:
  std::atomic<uint64_t> used = 0;
};

/// The queue that a kernel names, or null.
[[nodiscard]] DeviceQueue* find_device_queue(const Device& device, uint64_t address);

} // namespace host

#endif
