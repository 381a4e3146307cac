// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The clocks of devices and of the host (OpenCL 2.1, section 4.3).
#include "platform/device.h"

namespace cl {
namespace {

cl_int get_times(cl_device_id handle, bool wants_device, cl_ulong* device_time,
                 cl_ulong* host_time) {
  const Device* device = lookup<Device>(handle);
  if (!device) {
    return CL_INVALID_DEVICE;
  }
  if (!host_time || (wants_device && !device_time)) {
    return CL_INVALID_VALUE;
  }
  const auto times = device->times();
  if (!times) {
    return times.error();
  }
  *host_time = times->host;
  if (wants_device) {
    *device_time = times->device;
  }
  return CL_SUCCESS;
}

} // namespace
} // namespace cl

using namespace cl;

cl_int CL_API_CALL clGetDeviceAndHostTimer(cl_device_id device, cl_ulong* device_timestamp,
                                           cl_ulong* host_timestamp) {
  return guarded([&] { return get_times(device, true, device_timestamp, host_timestamp); });
}

cl_int CL_API_CALL clGetHostTimer(cl_device_id device, cl_ulong* host_timestamp) {
  return guarded([&] { return get_times(device, false, nullptr, host_timestamp); });
}
