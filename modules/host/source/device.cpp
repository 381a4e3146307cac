// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "device.h"

#include "cpu/cpu_limits.h"
#include "device_info.h"
#include "environment/environment.h"
#include "fork.h"
#include "threads/clock.h"

#include <new>

using namespace host;

namespace host {

Device::Device(mux_device_info_t given)
    : scheduler(given->compute_units, environment::text(environment::Variable::help) != "0",
                !has_cpu_quota()),
      queue(this, Domain(given->compute_units)) {
  info = given;
  queue.header = {target_id, mux_object_type_queue};
  queues.push_back(queue);
  enroll(*this);
}

Device::~Device() { dismiss(*this); }

} // namespace host

extern "C" mux_result_t hostGetDeviceInfos(mux_id_t, uint32_t device_types, uint64_t capacity,
                                           mux_device_info_t* out_infos, uint64_t* out_length) {
  const bool wanted = (device_types & mux_device_type_cpu) != 0;
  try {
    if (wanted && capacity > 0) {
      out_infos[0] = device_info();
    }
  } catch (const std::bad_alloc&) {
    return mux_error_out_of_memory;
  }
  if (out_length != nullptr) {
    *out_length = wanted ? 1 : 0;
  }
  return mux_success;
}

extern "C" mux_result_t hostCreateDevice(mux_id_t, mux_device_info_t info,
                                         mux_allocator_info_t allocator, mux_device_t* out_device) {
  void* memory = allocator.allocate(allocator.user_data, sizeof(Device), alignof(Device));
  if (memory == nullptr) {
    return mux_error_out_of_memory;
  }
  try {
    auto* device = ::new (memory) Device(info);
    device->header = {target_id, mux_object_type_device};
    *out_device = device;
    return mux_success;
  } catch (const std::bad_alloc&) {
    allocator.free(allocator.user_data, memory);
    return mux_error_out_of_memory;
  }
}

extern "C" mux_result_t hostDestroyDevice(mux_device_t handle, mux_allocator_info_t allocator) {
  auto& device = cast<Device>(handle);
  const mux_result_t result = hostWaitAll(&device.queue);
  if (result == mux_success) {
    destroy(allocator, device);
  }
  return result;
}

extern "C" mux_result_t hostPrepareDevice(mux_device_t device) {
  return cast<Device>(device).scheduler.make_all_threads() ? mux_success : mux_error_out_of_memory;
}

extern "C" mux_result_t hostGetDeviceTime(mux_device_t, uint64_t* out_device_time,
                                          uint64_t* out_host_time) {
  *out_device_time = *out_host_time = now();
  return mux_success;
}
