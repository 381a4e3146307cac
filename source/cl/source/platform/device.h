// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef CL_PLATFORM_DEVICE_H
#define CL_PLATFORM_DEVICE_H

#include "guard.h"
#include "handle.h"
#include "mux_status.h"
#include "parent.h"
#include "platform/platform.h"

#include <span>
#include <vector>

namespace cl {

class MuxQueues;
struct Partition;
struct MuxQueue;

inline constexpr uint32_t all_device_types = mux_device_type_cpu | mux_device_type_gpu |
                                             mux_device_type_accelerator | mux_device_type_custom;

/// A device: a mux device, in use as long as the process lives, or some of its compute units.
class Device {
public:
  using handle_type = cl_device_id;
  static constexpr uint32_t magic = 0x64657669;
  static constexpr cl_int invalid = CL_INVALID_DEVICE;
  [[nodiscard]] const Platform& made_from() const { return platform; }

  /// A root device. Throws std::bad_alloc.
  Device(Platform& owner, mux_device_t device);
  /// A sub-device with some of its parent's units, and a mux queue of just these.
  Device(retained<Device> in_parent, MuxQueue& in_mux_queue, std::vector<uint32_t> in_units,
         const Partition& in_partition);

  [[nodiscard]] const mux_device_info_s& info() const { return *mux->info; }
  [[nodiscard]] cl_device_type type() const;
  /// CL_DEVICE_LOCAL_MEM_SIZE and so on in `size_t`s.
  [[nodiscard]] size_t max_work_group_size() const { return info().max_work_group_size; }
  /// Nanoseconds of the clock that profiling uses.
  [[nodiscard]] cl_ulong now() const;
  /// The same, and the host's CLOCK_MONOTONIC at the same moment.
  struct Times {
    uint64_t device = 0;
    uint64_t host = 0;
  };
  [[nodiscard]] expected<Times> times() const;
  /// The device that this one is a part of, or itself.
  [[nodiscard]] const Device& root() const { return whole; }

  Platform& platform;
  const mux_device_t mux;
  const Parent<Device> parent;       ///< null for a root device
  const std::vector<uint32_t> units; ///< of the mux device
  MuxQueues& mux_queues;             ///< of the mux device; never destroyed
  MuxQueue& mux_queue;               ///< where all commands go
  uint32_t heap = 0;                 ///< of buffers
  uint32_t heap_properties = 0;
  const bool bound; ///< to the units, not just to their number
  /// The properties that it was created with (CL_DEVICE_PARTITION_TYPE), with the closing 0; empty
  /// for a root device.
  const std::vector<cl_device_partition_property> partition;

private:
  const Device& whole = parent ? parent->whole : *this; ///< see root
};

/// Whether buffers are in memory that the host reaches.
[[nodiscard]] inline bool shares_host_memory(const Device* device) {
  return device->info().unified_memory;
}

/// Whether the contents of shared memory are with the host or with the device, and move between
/// them.
[[nodiscard]] inline bool moves_shared_memory(const Device& device) {
  const uint32_t shared = device.info().shared_address_capabilities;
  return shared != 0 && !(shared & mux_address_capabilities_concurrent_access);
}

/// Whether functions of the application run on it, with pointers to buffers as kernels see them.
[[nodiscard]] inline bool runs_native_kernels(const Device& device) {
  return device.info().device_type == mux_device_type_cpu && device.info().unified_memory;
}

/// True if a device matches the `type` of clGetDeviceIDs or clCreateContextFromType.
bool matches(const Device& device, cl_device_type type);

/// CL_INVALID_DEVICE_TYPE if `type` is none.
cl_int check_device_type(cl_device_type type);

/// The platform's devices of a type.
std::vector<Device*> devices_of_type(Platform& platform, cl_device_type type);

/// The devices behind `handles`, or CL_INVALID_DEVICE if one is none.
expected<std::vector<Device*>> lookup_devices(std::span<const cl_device_id> handles);

} // namespace cl

#endif
