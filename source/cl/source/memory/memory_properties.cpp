// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "memory/memory_properties.h"

#include "memory/external_memory.h"
#include "property_list.h"

#include <algorithm>

namespace cl {
namespace {

using Entry = PropertyEntry<cl_mem_properties>;

bool has_list(cl_mem_properties name) { return name == CL_MEM_DEVICE_HANDLE_LIST_KHR; }

cl_int read_devices(const Context& context, const Entry& entry, MemoryProperties& into) {
  for (const cl_mem_properties value : entry.values) {
    Device* device = lookup<Device>(reinterpret_cast<cl_device_id>(value));
    if (!device || !context.has(*device)) {
      return CL_INVALID_DEVICE;
    }
    into.devices.push_back(device);
  }
  return into.devices.empty() ? CL_INVALID_DEVICE : CL_SUCCESS;
}

cl_int read_entry(const Context& context, std::span<const cl_mem_properties> known,
                  const Entry& entry, MemoryProperties& into) {
  if (entry.name == CL_MEM_DEVICE_HANDLE_LIST_KHR) {
    return read_devices(context, entry, into);
  }
  const cl_mem_properties value = entry.values[0];
  if (std::ranges::count(external_memory_types(context.memory_device().info()), entry.name)) {
    if (into.external) {
      return CL_INVALID_PROPERTY;
    }
    into.external = static_cast<cl_external_memory_handle_type_khr>(entry.name);
    into.descriptor = static_cast<int>(value);
    return CL_SUCCESS;
  }
  if (!std::ranges::count(known, entry.name) || (value != CL_TRUE && value != CL_FALSE)) {
    return CL_INVALID_PROPERTY;
  }
  into.has_device_address = value == CL_TRUE; // the only one that is known anywhere
  return CL_SUCCESS;
}

} // namespace

bool MemoryProperties::usable_on(const Device& device) const {
  return devices.empty() || std::ranges::count(devices, &device) != 0;
}

expected<MemoryProperties> read_memory_properties(const Context& context,
                                                  const cl_mem_properties* list,
                                                  std::span<const cl_mem_properties> known) {
  MemoryProperties read;
  read.list = copy_of_list(list, has_list);
  std::vector<cl_mem_properties> seen;
  for (const cl_mem_properties* at = list; at && *at;) {
    const Entry entry = take_entry(at, has_list);
    if (std::ranges::count(seen, entry.name)) {
      return fail(CL_INVALID_PROPERTY);
    }
    seen.push_back(entry.name);
    if (const cl_int error = read_entry(context, known, entry, read)) {
      return fail(error);
    }
  }
  if (!read.devices.empty() && !read.external) {
    return fail(CL_INVALID_PROPERTY);
  }
  const auto imports = [&](const Device* device) {
    return std::ranges::count(external_memory_types(device->info()), read.external) != 0;
  };
  const auto& users = read.devices.empty() ? context.devices : read.devices;
  if (read.external && !std::ranges::all_of(users, imports)) {
    return fail(CL_INVALID_DEVICE);
  }
  return read;
}

} // namespace cl
