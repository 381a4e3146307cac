// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// clCommandNDRangeKernelKHR.
#include "command_buffers/capabilities.h"
#include "command_buffers/command_buffer.h"
#include "command_buffers/entry_points.h"
#include "property_list.h"

namespace cl {
namespace {

/// The properties of a launch, parsed.
struct LaunchProperties {
  cl_mutable_dispatch_fields_khr updatable;
  bool names_arguments = false; ///< among the fields, and not by default
  bool asserts_groups = false;  ///< that there will never be more than at first
};

expected<LaunchProperties> read_properties(const CommandBuffer& buffer, const Device& device,
                                           const cl_command_properties_khr* list) {
  const cl_mutable_dispatch_fields_khr supported = mutable_fields(device.info());
  LaunchProperties properties = {.updatable = supported};
  properties.asserts_groups = buffer.properties.asserts != 0;
  bool has_fields = false, has_asserts = false;
  for (; list && *list; list += 2) {
    if (*list == CL_MUTABLE_DISPATCH_UPDATABLE_FIELDS_KHR && !has_fields) {
      has_fields = true;
      properties.updatable = list[1];
      properties.names_arguments = list[1] & CL_MUTABLE_DISPATCH_ARGUMENTS_KHR;
    } else if (*list == CL_MUTABLE_DISPATCH_ASSERTS_KHR && !has_asserts) {
      has_asserts = true;
      if (list[1] & ~known_asserts) {
        return fail(CL_INVALID_VALUE);
      }
      properties.asserts_groups = properties.asserts_groups || list[1] != 0;
    } else {
      return fail(CL_INVALID_VALUE);
    }
  }
  if (properties.updatable & ~known_fields) {
    return fail(CL_INVALID_VALUE);
  }
  if (properties.updatable & ~supported) {
    return fail(CL_INVALID_OPERATION);
  }
  return properties;
}

cl_int record_launch(const RecordingArguments& given, cl_kernel kernel_handle, const Sizes& sizes) {
  const auto recording = check_recording(given, true);
  if (!recording) {
    return recording.error();
  }
  CommandBuffer& buffer = recording->buffer;
  Queue& queue = recording->own_queue();
  const auto properties = read_properties(buffer, queue.device, given.properties);
  if (!properties) {
    return properties.error();
  }
  Kernel* kernel = lookup<Kernel>(kernel_handle);
  const auto code = check_kernel(queue, kernel);
  if (!code) {
    return code.error();
  }
  if (properties->asserts_groups && !sizes.local) {
    return CL_INVALID_VALUE;
  }
  if (const cl_int error = check_dimensions(queue.device, sizes)) {
    return error; // before they are copied
  }
  auto launch = make<RecordedLaunch>(RecordedLaunch::Description{
      .buffer = buffer,
      .queue = queue,
      .kernel = retained<Kernel>(kernel),
      .general = **code,
      .dimensions = sizes.dimensions,
      .updatable = buffer.is_mutable() ? properties->updatable : 0,
      .may_lack_arguments = buffer.is_mutable() && properties->names_arguments,
      .property_list = copy_of_list(given.properties)});
  auto state =
      std::make_shared<LaunchState>(kernel->arguments, sizes, kernel->exec_info.is_concurrent());
  if (const cl_int error = launch->complete(*state)) {
    return error;
  }
  if (const cl_int error = launch->choose_code(*state)) {
    return error;
  }
  if (const cl_int error = buffer.add(*recording, launch, std::move(state))) {
    return error;
  }
  if (given.mutable_handle) {
    *given.mutable_handle = handle_of(launch.get());
  }
  return CL_SUCCESS;
}

} // namespace
} // namespace cl

using namespace cl;

cl_int CL_API_CALL khr::clCommandNDRangeKernelKHR(
    cl_command_buffer_khr buffer, cl_command_queue queue,
    const cl_command_properties_khr* properties, cl_kernel kernel, cl_uint dimensions,
    const size_t* offset, const size_t* global, const size_t* local, cl_uint count,
    const cl_sync_point_khr* list, cl_sync_point_khr* sync_point, cl_mutable_command_khr* handle) {
  return guarded([&] {
    return record_launch({buffer, queue, properties, count, list, sync_point, handle}, kernel,
                         {dimensions, offset, global ? global : no_items, local});
  });
}
