// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "graphs/recorded_commands.h"

#include <algorithm>

namespace sycl {
inline namespace lw1 {
namespace detail {

namespace {

/// More edges than these meet in a barrier, as those behind it would otherwise multiply them. It
/// orders more commands than it has to.
constexpr size_t max_joined = 64;

constexpr cl_mutable_dispatch_fields_khr updated_fields =
    CL_MUTABLE_DISPATCH_GLOBAL_OFFSET_KHR | CL_MUTABLE_DISPATCH_GLOBAL_SIZE_KHR |
    CL_MUTABLE_DISPATCH_LOCAL_SIZE_KHR | CL_MUTABLE_DISPATCH_ARGUMENTS_KHR;

/// A query of a device that may not know it.
cl_bitfield capabilities(const device_impl& device, cl_device_info name) {
  cl_bitfield value = 0;
  return clGetDeviceInfo(device.id, name, sizeof(value), &value, nullptr) == CL_SUCCESS ? value : 0;
}

bool can_update(const device_impl& device) {
  return device.platform_of.command_buffers.clUpdateMutableCommandsKHR &&
         device.version_of("cl_khr_command_buffer_mutable_dispatch") >= CL_MAKE_VERSION(0, 9, 3) &&
         (capabilities(device, CL_DEVICE_MUTABLE_DISPATCH_CAPABILITIES_KHR) & updated_fields) ==
             updated_fields;
}

bool can_run_simultaneously(const device_impl& device) {
  return capabilities(device, CL_DEVICE_COMMAND_BUFFER_CAPABILITIES_KHR) &
         CL_COMMAND_BUFFER_CAPABILITY_SIMULTANEOUS_USE_KHR;
}

cl_uint size_of(const std::vector<cl_sync_point_khr>& list) { return cl_uint(list.size()); }
const cl_sync_point_khr* data_of(const std::vector<cl_sync_point_khr>& list) {
  return list.empty() ? nullptr : list.data();
}

} // namespace

recorded_commands::recorded_commands(ref<queue_impl> of, const std::vector<planned_node>& plan,
                                     size_t stage, bool is_updatable)
    : made_for(std::move(of)), context(*made_for->context_of), device(*made_for->device_of),
      functions(context.platform_of().command_buffers),
      is_mutable(is_updatable && can_update(device)),
      is_simultaneous(is_mutable && can_run_simultaneously(device)) {
  const bool has_commands = std::ranges::any_of(plan, [&](const planned_node& one) {
    return one.stage == stage && !one.is_join() && !one.is_host_task();
  });
  if (!has_commands) {
    return;
  }
  const cl_command_buffer_flags_khr flags =
      (is_mutable ? CL_COMMAND_BUFFER_MUTABLE_KHR : 0) |
      (is_simultaneous ? CL_COMMAND_BUFFER_SIMULTANEOUS_USE_KHR : 0);
  const cl_command_buffer_properties_khr properties[] = {CL_COMMAND_BUFFER_FLAGS_KHR, flags, 0};
  const cl_command_queue queue = made_for->cl.get();
  cl_int status = CL_SUCCESS;
  cl = functions.clCreateCommandBufferKHR(1, &queue, properties, &status);
  check(status, "clCreateCommandBufferKHR");
  try {
    record_all(plan, stage);
    check(functions.clFinalizeCommandBufferKHR(cl), "clFinalizeCommandBufferKHR");
  } catch (...) {
    (void)functions.clReleaseCommandBufferKHR(cl);
    throw;
  }
}

recorded_commands::~recorded_commands() {
  if (cl) {
    (void)functions.clReleaseCommandBufferKHR(cl);
  }
}

void recorded_commands::record_all(const std::vector<planned_node>& plan, size_t stage) {
  std::vector<points> ends(plan.size()); // of commands of earlier stages: none, they have ended
  for (size_t i = 0; i < plan.size(); ++i) {
    const planned_node& one = plan[i];
    if (one.stage != stage || one.is_host_task()) {
      continue;
    }
    points after;
    for (const size_t wait : one.waits) {
      after.insert(after.end(), ends[wait].begin(), ends[wait].end());
    }
    std::ranges::sort(after);
    const auto repeats = std::ranges::unique(after);
    after.erase(repeats.begin(), repeats.end());
    ends[i] = one.is_join() ? join(std::move(after)) : record(one, i, std::move(after));
  }
}

recorded_commands::points recorded_commands::join(points all) {
  if (all.size() <= max_joined) {
    return all;
  }
  cl_sync_point_khr made = 0;
  check(functions.clCommandBarrierWithWaitListKHR(cl, nullptr, nullptr, size_of(all), data_of(all),
                                                  &made, nullptr),
        "clCommandBarrierWithWaitListKHR");
  return {made};
}

recorded_commands::points recorded_commands::record(const planned_node& node, size_t place,
                                                    points after) {
  const node_content& content = *node.content;
  for (const fill_command::row& row : content.fills_before) {
    const points filled = record_fill(row, after);
    after = filled;
  }
  if (content.is_kernel()) {
    return record_kernel(content, place, after);
  }
  points ends;
  if (const auto* fill = std::get_if<fill_command>(&content.command)) {
    for (const fill_command::row& row : fill->rows) {
      const points filled = record_fill(row, after);
      ends.insert(ends.end(), filled.begin(), filled.end());
    }
  } else if (const auto* copy = std::get_if<copy_command>(&content.command)) {
    for (const copy_command::row& row : copy->rows) {
      check(functions.clCommandSVMMemcpyKHR(cl, nullptr, nullptr, row.to, row.from, row.bytes,
                                            size_of(after), data_of(after), &ends.emplace_back(),
                                            nullptr),
            "clCommandSVMMemcpyKHR");
      ++count;
    }
  }
  return ends.empty() ? after : ends;
}

recorded_commands::points recorded_commands::record_fill(const fill_command::row& row,
                                                         const points& after) {
  const size_t bytes = row.pattern.size() * row.count;
  if (bytes == 0) {
    return after;
  }
  ++count;
  points made(1);
  if (fills_directly(row)) {
    check(functions.clCommandSVMMemFillKHR(cl, nullptr, nullptr, row.to, row.pattern.data(),
                                           row.pattern.size(), bytes, size_of(after),
                                           data_of(after), made.data(), nullptr),
          "clCommandSVMMemFillKHR");
    return made;
  }
  const auto& whole = patterns.emplace_back(repeated(row));
  check(functions.clCommandSVMMemcpyKHR(cl, nullptr, nullptr, row.to, whole.data(), bytes,
                                        size_of(after), data_of(after), made.data(), nullptr),
        "clCommandSVMMemcpyKHR");
  return made;
}

recorded_commands::points recorded_commands::record_kernel(const node_content& content,
                                                           size_t place, const points& after) {
  const native_shape shape(*content.shape(), content.built, device);
  if (shape.is_empty) {
    return after;
  }
  const auto* own = std::get_if<kernel_command>(&content.command);
  const auto* native = std::get_if<native_command>(&content.command);
  built_kernel& kernel = own ? *content.built : native->kernel->built;
  const cl_command_properties_khr fields[] = {CL_MUTABLE_DISPATCH_UPDATABLE_FIELDS_KHR,
                                              updated_fields, 0};
  cl_mutable_command_khr handle = nullptr;
  points made(1);
  const std::lock_guard lock(kernel.mutex);
  if (own) {
    set_arguments(kernel, own->object.data(), own->object.size(), content.local_bytes);
  } else {
    set_arguments(context, *native->kernel, content.arguments);
  }
  check(functions.clCommandNDRangeKernelKHR(
            cl, nullptr, is_mutable ? fields : nullptr, kernel.kernel, shape.dimensions,
            shape.offset, shape.global, shape.local_or_null(), size_of(after), data_of(after),
            made.data(), is_mutable ? &handle : nullptr),
        "clCommandNDRangeKernelKHR");
  ++count;
  if (is_mutable) {
    launches[place] = handle;
  }
  return made;
}

owned_event recorded_commands::enqueue(queue_impl& queue, const wait_list& after) const {
  if (is_empty()) {
    return {};
  }
  cl_command_queue to = queue.cl.get();
  cl_event made = nullptr;
  check(functions.clEnqueueCommandBufferKHR(1, &to, cl, after.size(), after.data(), &made),
        "clEnqueueCommandBufferKHR");
  return owned_event(made);
}

} // namespace detail
} // namespace lw1
} // namespace sycl
