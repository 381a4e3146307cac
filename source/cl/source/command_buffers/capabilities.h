// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The capabilities of devices and the platform for cl_khr_command_buffer, _mutable_dispatch and
// _multi_device.
#ifndef CL_COMMAND_BUFFERS_CAPABILITIES_H
#define CL_COMMAND_BUFFERS_CAPABILITIES_H

#include "api.h"

#include "mux/mux.h"

namespace cl {

inline constexpr cl_mutable_dispatch_fields_khr known_fields =
    CL_MUTABLE_DISPATCH_GLOBAL_OFFSET_KHR | CL_MUTABLE_DISPATCH_GLOBAL_SIZE_KHR |
    CL_MUTABLE_DISPATCH_LOCAL_SIZE_KHR | CL_MUTABLE_DISPATCH_ARGUMENTS_KHR |
    CL_MUTABLE_DISPATCH_EXEC_INFO_KHR;
inline constexpr cl_mutable_dispatch_asserts_khr known_asserts =
    CL_MUTABLE_DISPATCH_ASSERT_NO_ADDITIONAL_WORK_GROUPS_KHR;

/// Whether commands of a finalized command buffer can be changed.
inline bool has_updates(const mux_device_info_s& device) { return device.command_updates; }

/// CL_DEVICE_MUTABLE_DISPATCH_CAPABILITIES_KHR.
inline cl_mutable_dispatch_fields_khr mutable_fields(const mux_device_info_s& device) {
  return has_updates(device) ? known_fields : 0;
}

/// The flags of clCreateCommandBufferKHR that a device has.
inline cl_command_buffer_flags_khr command_buffer_flags(const mux_device_info_s& device) {
  return CL_COMMAND_BUFFER_DEVICE_SIDE_SYNC_KHR |
         (has_updates(device)
              ? CL_COMMAND_BUFFER_SIMULTANEOUS_USE_KHR | CL_COMMAND_BUFFER_MUTABLE_KHR
              : 0);
}

/// CL_DEVICE_COMMAND_BUFFER_CAPABILITIES_KHR.
inline cl_device_command_buffer_capabilities_khr
command_buffer_capabilities(const mux_device_info_s& device) {
  return CL_COMMAND_BUFFER_CAPABILITY_KERNEL_PRINTF_KHR |
         CL_COMMAND_BUFFER_CAPABILITY_MULTIPLE_QUEUE_KHR |
         (device.max_device_queue_size != 0 ? CL_COMMAND_BUFFER_CAPABILITY_DEVICE_SIDE_ENQUEUE_KHR
                                            : 0) |
         (has_updates(device) ? CL_COMMAND_BUFFER_CAPABILITY_SIMULTANEOUS_USE_KHR : 0);
}

/// CL_PLATFORM_COMMAND_BUFFER_CAPABILITIES_KHR: commands of all devices wait for each other, with
/// the host between them.
inline constexpr cl_platform_command_buffer_capabilities_khr platform_command_buffer_capabilities =
    CL_COMMAND_BUFFER_PLATFORM_UNIVERSAL_SYNC_KHR | CL_COMMAND_BUFFER_PLATFORM_REMAP_QUEUES_KHR;

/// The properties that queues of enqueued command buffers may have: all that queues can have.
inline constexpr cl_command_queue_properties command_buffer_queue_properties =
    CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE | CL_QUEUE_PROFILING_ENABLE;

} // namespace cl

#endif
