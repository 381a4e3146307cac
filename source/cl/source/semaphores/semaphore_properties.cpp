// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "semaphores/semaphore_properties.h"

#include "descriptor.h"
#include "property_list.h"

#include <algorithm>
#include <array>

namespace cl {
namespace {

using Property = cl_semaphore_properties_khr;

using Entry = PropertyEntry<Property>;

/// Whether the value of a property is a list of its own, ended by 0.
bool has_list(Property name) {
  return name == CL_SEMAPHORE_DEVICE_HANDLE_LIST_KHR ||
         name == CL_SEMAPHORE_EXPORT_HANDLE_TYPES_KHR;
}

bool is_handle_type(Property type) {
  return std::ranges::count(semaphore_handle_types(), type) != 0;
}

/// Whether an application can have a semaphore of this type behind this descriptor.
bool can_import(Property type, int descriptor) {
  return type == CL_SEMAPHORE_HANDLE_SYNC_FD_KHR
             ? descriptor == -1 || Descriptor::is_open(descriptor)
             : Descriptor::is_eventfd(descriptor);
}

cl_int read_devices(const Context& context, std::span<const Property> values,
                    SemaphoreProperties& into) {
  if (values.size() != 1) {
    return CL_INVALID_DEVICE;
  }
  Device* device = lookup<Device>(reinterpret_cast<cl_device_id>(values[0]));
  if (!device || !context.has(*device)) {
    return CL_INVALID_DEVICE;
  }
  into.devices = {device};
  return CL_SUCCESS;
}

cl_int read_export_types(std::span<const Property> values, SemaphoreProperties& into) {
  if (values.size() > 1) {
    return CL_INVALID_VALUE;
  }
  if (!std::ranges::all_of(values, is_handle_type)) {
    return CL_INVALID_PROPERTY;
  }
  into.export_type =
      values.empty() ? 0 : static_cast<cl_external_semaphore_handle_type_khr>(values[0]);
  return CL_SUCCESS;
}

cl_int read_import(Property type, Property value, SemaphoreProperties& into) {
  const int descriptor = static_cast<int>(value);
  if (into.import_type || !can_import(type, descriptor)) {
    return CL_INVALID_PROPERTY;
  }
  into.import_type = static_cast<cl_external_semaphore_handle_type_khr>(type);
  into.import_descriptor = descriptor;
  return CL_SUCCESS;
}

cl_int read_entry(const Context& context, const Entry& entry, SemaphoreProperties& into) {
  if (entry.name == CL_SEMAPHORE_TYPE_KHR) {
    if (!std::ranges::count(semaphore_types(), entry.values[0])) {
      return CL_INVALID_PROPERTY;
    }
    into.type = static_cast<cl_semaphore_type_khr>(entry.values[0]);
    return CL_SUCCESS;
  }
  if (entry.name == CL_SEMAPHORE_DEVICE_HANDLE_LIST_KHR) {
    return read_devices(context, entry.values, into);
  }
  if (entry.name == CL_SEMAPHORE_EXPORT_HANDLE_TYPES_KHR) {
    return read_export_types(entry.values, into);
  }
  return is_handle_type(entry.name) ? read_import(entry.name, entry.values[0], into)
                                    : CL_INVALID_PROPERTY;
}

} // namespace

expected<SemaphoreProperties> read_properties(const Context& context, const Property* list) {
  if (!list) {
    return fail(CL_INVALID_VALUE);
  }
  SemaphoreProperties read;
  std::vector<Property> seen;
  const Property* at = list;
  while (*at) {
    const Entry entry = take_entry(at, has_list);
    if (std::ranges::count(seen, entry.name)) {
      return fail(CL_INVALID_PROPERTY);
    }
    seen.push_back(entry.name);
    if (const cl_int error = read_entry(context, entry, read)) {
      return fail(error);
    }
  }
  read.list.assign(list, at + 1);
  if (!read.type) {
    return fail(CL_INVALID_VALUE);
  }
  if (read.import_type && read.export_type) {
    return fail(CL_INVALID_OPERATION);
  }
  if (read.devices.empty()) {
    if (context.devices.size() > 1) {
      return fail(CL_INVALID_PROPERTY);
    }
    read.devices = context.devices;
  }
  return read;
}

std::span<const cl_semaphore_type_khr> semaphore_types() {
  static constexpr std::array<cl_semaphore_type_khr, 1> types = {CL_SEMAPHORE_TYPE_BINARY_KHR};
  return types;
}

std::span<const cl_external_semaphore_handle_type_khr> semaphore_handle_types() {
  static constexpr std::array<cl_external_semaphore_handle_type_khr, 2> types = {
      CL_SEMAPHORE_HANDLE_OPAQUE_FD_KHR, CL_SEMAPHORE_HANDLE_SYNC_FD_KHR};
  return types;
}

} // namespace cl
