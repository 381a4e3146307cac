// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// clCreateSubDevices, and the reference counts of sub-devices.
#include "platform/partition.h"
#include "queues/mux_queue.h"

namespace cl {
namespace {

cl_int create_sub_devices(cl_device_id handle, const cl_device_partition_property* properties,
                          cl_uint room, cl_device_id* out_devices, cl_uint* count_ret) {
  const retained<Device> parent(lookup<Device>(handle));
  if (!parent) {
    return CL_INVALID_DEVICE;
  }
  const auto partition = read_partition(*parent, properties);
  if (!partition) {
    return partition.error();
  }
  const auto count = static_cast<cl_uint>(partition->parts.size());
  if (out_devices && room < count) {
    return CL_INVALID_VALUE;
  }
  if (out_devices) {
    std::vector<retained<Device>> made;
    for (const auto& units : partition->parts) {
      MuxQueue* mux_queue = parent->mux_queues.part(units, partition->bound || parent->bound);
      if (!mux_queue) {
        return CL_OUT_OF_RESOURCES;
      }
      made.push_back(make<Device>(parent, *mux_queue, units, *partition));
    }
    for (const auto& device : made) {
      *out_devices++ = hand_out(device);
    }
  }
  if (count_ret) {
    *count_ret = count;
  }
  return CL_SUCCESS;
}

/// CL_SUCCESS for root devices, which are not counted.
template <typename Count> cl_int count(cl_device_id handle, Count&& count_sub_device) {
  const Device* device = lookup<Device>(handle);
  return !device ? CL_INVALID_DEVICE : !device->parent ? CL_SUCCESS : count_sub_device(handle);
}

} // namespace
} // namespace cl

using namespace cl;

cl_int CL_API_CALL clCreateSubDevices(cl_device_id handle,
                                      const cl_device_partition_property* properties,
                                      cl_uint num_devices, cl_device_id* out_devices,
                                      cl_uint* num_devices_ret) {
  return guarded([&] {
    return create_sub_devices(handle, properties, num_devices, out_devices, num_devices_ret);
  });
}

cl_int CL_API_CALL clRetainDevice(cl_device_id handle) {
  return count(handle, [](cl_device_id sub_device) { return api_retain<Device>(sub_device); });
}

cl_int CL_API_CALL clReleaseDevice(cl_device_id handle) {
  return count(handle, [](cl_device_id sub_device) { return api_release<Device>(sub_device); });
}
