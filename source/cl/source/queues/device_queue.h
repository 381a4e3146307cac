// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Queues on the device (OpenCL 3.0 API, section 5.1), to which kernels enqueue kernels.
#ifndef CL_QUEUES_DEVICE_QUEUE_H
#define CL_QUEUES_DEVICE_QUEUE_H

#include "queues/queue.h"

#include "binary/container.h"

namespace cl {

/// The properties that queues on the device may have.
inline constexpr cl_command_queue_properties device_queue_properties =
    CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE | CL_QUEUE_PROFILING_ENABLE;
/// There is no limit but memory for queues; the one for events is the host target's.
inline constexpr cl_uint max_device_queues = 1024;
inline constexpr cl_uint max_device_events = 1u << 20;

[[nodiscard]] inline bool has_device_queues(const Device& device) {
  return device.info().max_device_queue_size != 0;
}

/// The properties that an application asks for.
struct DeviceQueueRequest {
  cl_command_queue_properties properties = 0;
  uint64_t size = 0; ///< bytes; 0: what the device prefers
};

/// A queue on the device, or the default one with another reference if it is asked for and there is
/// one. CL_INVALID_QUEUE_PROPERTIES if the device has none such. Throws std::bad_alloc.
[[nodiscard]] expected<retained<Queue>> create_device_queue(Context& context, Device& device,
                                                            const DeviceQueueRequest& request,
                                                            const cl_queue_properties* list);

/// Gives a launch of a kernel that enqueues kernels its default queue on the device. The caller
/// keeps the result until the launch is over; null if there is none or the kernel enqueues nothing.
[[nodiscard]] retained<Queue>
give_default_queue(const Queue& launched_on, const binary::Kernel& kernel, mux_ndrange_t& range);

} // namespace cl

#endif
