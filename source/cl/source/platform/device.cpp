// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "platform/device.h"

#include "platform/partition.h"
#include "platform/platform.h"
#include "queues/mux_queue.h"

#include <algorithm>
#include <numeric>

namespace cl {
namespace {

/// The properties of the memory of buffers on a device: its own, which the host reads and writes
/// directly if both share one memory.
uint32_t wanted_properties(const mux_device_info_s& info) {
  constexpr uint32_t direct = mux_memory_property_host_visible | mux_memory_property_host_coherent;
  return mux_memory_property_device_local | (info.unified_memory ? direct : 0);
}

struct TypePair {
  mux_device_type_e mux;
  cl_device_type type;
};
constexpr TypePair types[] = {
    {mux_device_type_cpu, CL_DEVICE_TYPE_CPU},
    {mux_device_type_gpu, CL_DEVICE_TYPE_GPU},
    {mux_device_type_accelerator, CL_DEVICE_TYPE_ACCELERATOR},
    {mux_device_type_custom, CL_DEVICE_TYPE_CUSTOM},
};

std::vector<uint32_t> first_numbers(uint32_t count) {
  std::vector<uint32_t> numbers(count);
  std::iota(numbers.begin(), numbers.end(), 0);
  return numbers;
}

} // namespace

Device::Device(Platform& owner, mux_device_t device)
    : platform(owner), mux(device), units(first_numbers(device->info->compute_units)),
      mux_queues(*new MuxQueues(device)), mux_queue(mux_queues.whole()), bound(false) {
  const uint32_t wanted = wanted_properties(info());
  for (uint32_t i = info().heaps_length; i-- > 0;) {
    if ((info().heaps[i].properties & wanted) == wanted) {
      heap = i;
      heap_properties = info().heaps[i].properties;
    }
  }
}

Device::Device(retained<Device> in_parent, MuxQueue& in_mux_queue, std::vector<uint32_t> in_units,
               const Partition& in_partition)
    : platform(in_parent->platform), mux(in_parent->mux), parent(std::move(in_parent)),
      units(std::move(in_units)), mux_queues(parent->mux_queues), mux_queue(in_mux_queue),
      heap(parent->heap), heap_properties(parent->heap_properties),
      bound(parent->bound || in_partition.bound), partition(in_partition.properties) {}

cl_device_type Device::type() const {
  const auto* pair = std::ranges::find(types, info().device_type, &TypePair::mux);
  return pair == std::end(types) ? CL_DEVICE_TYPE_ACCELERATOR : pair->type;
}

expected<Device::Times> Device::times() const {
  Times result;
  if (muxGetDeviceTime(mux, &result.device, &result.host) != mux_success) {
    return fail(CL_OUT_OF_RESOURCES);
  }
  return result;
}

cl_ulong Device::now() const {
  const auto both = times();
  return both ? both->device : 0;
}

bool matches(const Device& device, cl_device_type type) {
  if (type == CL_DEVICE_TYPE_ALL) {
    return device.type() != CL_DEVICE_TYPE_CUSTOM;
  }
  const bool is_default = device.platform.devices().front() == &device;
  return (device.type() & type) || ((type & CL_DEVICE_TYPE_DEFAULT) && is_default);
}

cl_int check_device_type(cl_device_type type) {
  constexpr cl_device_type known = CL_DEVICE_TYPE_DEFAULT | CL_DEVICE_TYPE_CPU |
                                   CL_DEVICE_TYPE_GPU | CL_DEVICE_TYPE_ACCELERATOR |
                                   CL_DEVICE_TYPE_CUSTOM;
  const bool valid = type == CL_DEVICE_TYPE_ALL || (type != 0 && (type & ~known) == 0);
  return valid ? CL_SUCCESS : CL_INVALID_DEVICE_TYPE;
}

std::vector<Device*> devices_of_type(Platform& platform, cl_device_type type) {
  std::vector<Device*> found;
  for (Device* device : platform.devices()) {
    if (matches(*device, type)) {
      found.push_back(device);
    }
  }
  return found;
}

expected<std::vector<Device*>> lookup_devices(std::span<const cl_device_id> handles) {
  std::vector<Device*> devices;
  for (const cl_device_id handle : handles) {
    Device* device = lookup<Device>(handle);
    if (!device) {
      return fail(CL_INVALID_DEVICE);
    }
    devices.push_back(device);
  }
  return devices;
}

} // namespace cl

using namespace cl;

cl_int CL_API_CALL clGetDeviceIDs(cl_platform_id handle, cl_device_type type, cl_uint num_entries,
                                  cl_device_id* list, cl_uint* num_devices) {
  return guarded([&]() -> cl_int {
    Platform* platform = find_platform(handle);
    if (!platform) {
      return CL_INVALID_PLATFORM;
    }
    if (const cl_int error = check_device_type(type)) {
      return error;
    }
    if ((list && num_entries == 0) || (!list && !num_devices)) {
      return CL_INVALID_VALUE;
    }
    const auto found = devices_of_type(*platform, type);
    for (size_t i = 0; list && i < std::min<size_t>(num_entries, found.size()); ++i) {
      list[i] = handle_of(found[i]);
    }
    if (num_devices) {
      *num_devices = static_cast<cl_uint>(found.size());
    }
    return found.empty() ? CL_DEVICE_NOT_FOUND : CL_SUCCESS;
  });
}
