// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// recorded_commands::update: cl_khr_command_buffer_mutable_dispatch.
#include "graphs/recorded_commands.h"

#include "memory/image.h"

#include <list>

namespace sycl {
inline namespace lw1 {
namespace detail {

namespace {

/// A launch's new arguments and space. OpenCL's structure points into it.
class launch_update {
public:
  launch_update(cl_mutable_command_khr command, const node_content& content, const native_shape& of)
      : shape(of) {
    if (const auto* own = std::get_if<kernel_command>(&content.command)) {
      values.push_back({0, own->object.size(), own->object.data()});
      if (content.built->has_local_block()) {
        values.push_back({1, std::max<size_t>(content.local_bytes, 1), nullptr});
      }
    }
    if (const auto* native = std::get_if<native_command>(&content.command)) {
      for (const native_command::argument& one : content.arguments) {
        add(one, *native->kernel);
      }
    }
    config.command = command;
    config.num_args = cl_uint(values.size());
    config.arg_list = values.empty() ? nullptr : values.data();
    config.num_svm_args = cl_uint(addresses.size());
    config.arg_svm_list = addresses.empty() ? nullptr : addresses.data();
    config.work_dim = shape.dimensions;
    config.global_work_offset = shape.offset;
    config.global_work_size = shape.global;
    config.local_work_size = shape.local_or_null();
  }
  launch_update(const launch_update&) = delete;
  launch_update& operator=(const launch_update&) = delete;

  cl_khr::cl_mutable_dispatch_config_khr config = {};

private:
  void add(const native_command::argument& one, const kernel_impl& kernel) {
    const auto index = cl_uint(one.index);
    if (one.is_bytes_for(kernel)) {
      values.push_back({index, one.byte_count(), one.first_byte()});
      return;
    }
    switch (one.kind) {
    case argument_kind::memory:
      addresses.push_back({index, 0, one.memory});
      return;
    case argument_kind::local:
      values.push_back({index, one.size, nullptr});
      return;
    case argument_kind::bytes:
    case argument_kind::image: // never updated: see can_change
      return;
    }
  }

  const native_shape shape;
  std::vector<cl_khr::cl_mutable_dispatch_arg_khr> values;
  std::vector<cl_khr::cl_mutable_dispatch_arg_khr> addresses;
};

/// Whether a launch can become another by an update. OpenCL changes neither the kernel nor the
/// dimensions, nor whether the application chooses the size of work-groups.
bool can_change(const node_content& from, const node_content& to, const device_impl& device) {
  if (!from.has_kernel_of(to) || !from.fills_before.empty() || !to.fills_before.empty()) {
    return false;
  }
  for (const native_command::argument& one : to.arguments) {
    if (one.kind == argument_kind::image) {
      return false;
    }
  }
  const native_shape before(*from.shape(), from.built, device);
  const native_shape after(*to.shape(), to.built, device);
  return before.dimensions == after.dimensions && before.has_local == after.has_local &&
         !before.is_empty && !after.is_empty;
}

} // namespace

bool recorded_commands::update(const std::vector<change>& changes) {
  if (!is_mutable) {
    return false;
  }
  std::list<launch_update> updates;
  for (const change& one : changes) {
    const auto launch = launches.find(one.place);
    if (launch == launches.end() || !can_change(*one.before, *one.after, device)) {
      return false;
    }
    updates.emplace_back(launch->second, *one.after,
                         native_shape(*one.after->shape(), one.after->built, device));
  }
  std::vector<const void*> configs;
  for (const launch_update& one : updates) {
    configs.push_back(&one.config);
  }
  const std::vector<cl_command_buffer_update_type_khr> types(
      configs.size(), CL_STRUCTURE_TYPE_MUTABLE_DISPATCH_CONFIG_KHR);
  const cl_int status = functions.clUpdateMutableCommandsKHR(cl, cl_uint(configs.size()),
                                                             types.data(), configs.data());
  if (status == CL_INVALID_OPERATION) { // it takes other sizes than these
    return false;
  }
  check(status, "clUpdateMutableCommandsKHR");
  return true;
}

} // namespace detail
} // namespace lw1
} // namespace sycl
