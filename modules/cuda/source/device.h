// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef CUDA_DEVICE_H
#define CUDA_DEVICE_H

#include "launch/chains.h"
#include "launch/launches.h"
#include "memory/addresses.h"
#include "memory/peers.h"
#include "object.h"
#include "queues/engine.h"
#include "queues/staging.h"

#include <atomic>
#include <shared_mutex>
#include <utility>

namespace cuda {

struct Device;

struct Queue : mux_queue_s {
  explicit Queue(mux_device_t of) {
    header = {target_id, mux_object_type_queue};
    device = of;
  }
};

/// A GPU in use: one context of the driver's, and one queue. A fault of a kernel ends the context
/// and all that is in it; the device then goes on with a new one. Each object has the generation of
/// its context, and is never used in a later one.
struct Device : mux_device_s {
  /// The context is current.
  Device(const Driver& in_driver, const Gpu& in_gpu, CUcontext in_context);
  ~Device();
  Device(const Device&) = delete;
  Device& operator=(const Device&) = delete;

  /// Makes a new context if the last one has ended and nothing is left of it.
  void renew();

  const Driver& cu;
  const Gpu& gpu;
  std::shared_mutex renewal; ///< users of the context share this lock, except the engine
  CUcontext context;
  std::atomic<uint64_t> generation = 0;
  DeviceMemory memory;
  Addresses addresses;
  Peers peers;
  Staging staging;
  Chains chains;
  LaunchRooms launch_rooms;
  Engine engine;
  Queue queue;
};

/// The device's context, current for the calling thread and there to stay for as long as this
/// lives: a new one if the last one has ended. One within another of the same device is no more.
class InContext {
public:
  explicit InContext(Device& device)
      : held(hold(device)), outer(std::exchange(here, &device)),
        current(device.cu, device.context) {}
  InContext(const InContext&) = delete;
  InContext& operator=(const InContext&) = delete;
  ~InContext() { here = outer; }

private:
  static std::shared_lock<std::shared_mutex> hold(Device& device) {
    if (here == &device) {
      return {};
    }
    device.renew();
    return std::shared_lock(device.renewal);
  }
  static thread_local const Device* here; ///< whose context this thread is in
  const std::shared_lock<std::shared_mutex> held;
  const Device* const outer;
  const Current current;
};

} // namespace cuda

#endif
