// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Command buffers as objects: creation, lifetime and queries. Recorded commands are beside those
// that are enqueued (enqueue/).
#include "command_buffers/entry_points.h"

#include "command_buffers/capabilities.h"
#include "command_buffers/command_buffer.h"
#include "info.h"
#include "property_list.h"

#include <algorithm>

namespace cl {
namespace {

/// A property's value, unless it has been given already.
bool set_once(cl_command_buffer_properties_khr value, bool& is_set, cl_bitfield& place) {
  place = value;
  return !std::exchange(is_set, true);
}

expected<CommandBufferProperties> read_properties(std::span<const retained<Queue>> queues,
                                                  const cl_command_buffer_properties_khr* given) {
  constexpr cl_command_buffer_flags_khr known_flags = CL_COMMAND_BUFFER_SIMULTANEOUS_USE_KHR |
                                                      CL_COMMAND_BUFFER_MUTABLE_KHR |
                                                      CL_COMMAND_BUFFER_DEVICE_SIDE_SYNC_KHR;
  CommandBufferProperties properties;
  bool has_flags = false, has_asserts = false;
  for (const auto* each = given; each && *each; each += 2) {
    const bool valid = *each == CL_COMMAND_BUFFER_FLAGS_KHR
                           ? set_once(each[1], has_flags, properties.flags)
                       : *each == CL_COMMAND_BUFFER_MUTABLE_DISPATCH_ASSERTS_KHR
                           ? set_once(each[1], has_asserts, properties.asserts)
                           : false;
    if (!valid) {
      return fail(CL_INVALID_VALUE);
    }
  }
  if ((properties.flags & ~known_flags) || (properties.asserts & ~known_asserts)) {
    return fail(CL_INVALID_VALUE);
  }
  for (const auto& queue : queues) {
    if (properties.flags & ~command_buffer_flags(queue->device.info())) {
      return fail(CL_INVALID_PROPERTY);
    }
    // None of several devices synchronizes commands with another's by itself.
    if ((properties.flags & CL_COMMAND_BUFFER_DEVICE_SIDE_SYNC_KHR) &&
        &queue->device != &queues.front()->device) {
      return fail(CL_INCOMPATIBLE_COMMAND_QUEUE_KHR);
    }
  }
  properties.list = copy_of_list(given);
  return properties;
}

expected<retained<CommandBuffer>> create(std::span<const cl_command_queue> handles,
                                         const cl_command_buffer_properties_khr* list) {
  if (handles.empty() || !handles.data()) {
    return fail(CL_INVALID_VALUE);
  }
  auto queues = find_queues(handles);
  if (!queues) {
    return fail(queues.error());
  }
  if (const cl_int error = queues->front()->context->check_alive()) {
    return fail(error);
  }
  auto properties = read_properties(*queues, list);
  if (!properties) {
    return fail(properties.error());
  }
  if (queues->front()->context->is_mixed()) {
    queues->front()->context->notify("no command buffers in a context of several kinds of devices");
    return fail(CL_INCOMPATIBLE_COMMAND_QUEUE_KHR);
  }
  return make<CommandBuffer>(std::move(*queues), std::move(*properties));
}

cl_int queue_handles(const CommandBuffer& buffer, Answer& answer) {
  std::vector<cl_command_queue> handles;
  for (const auto& queue : buffer.queues) {
    handles.push_back(handle_of(queue.get()));
  }
  return answer.list<cl_command_queue>(handles);
}

constexpr InfoRow<CommandBuffer> rows[] = {
    {CL_COMMAND_BUFFER_NUM_QUEUES_KHR,
     [](const CommandBuffer& b, Answer& a) { return a.is(static_cast<cl_uint>(b.queues.size())); }},
    {CL_COMMAND_BUFFER_QUEUES_KHR, queue_handles},
    {CL_COMMAND_BUFFER_REFERENCE_COUNT_KHR,
     [](const CommandBuffer& b, Answer& a) { return a.is(api_references(b)); }},
    {CL_COMMAND_BUFFER_STATE_KHR,
     [](const CommandBuffer& b, Answer& a) { return a.is(b.state()); }},
    {CL_COMMAND_BUFFER_PROPERTIES_ARRAY_KHR,
     [](const CommandBuffer& b, Answer& a) {
       return a.list<cl_command_buffer_properties_khr>(b.properties.list);
     }},
    {CL_COMMAND_BUFFER_CONTEXT_KHR,
     [](const CommandBuffer& b, Answer& a) { return a.is(handle_of(&b.context())); }},
};

} // namespace

expected<std::vector<retained<Queue>>> find_queues(std::span<const cl_command_queue> handles) {
  std::vector<retained<Queue>> queues;
  for (const cl_command_queue handle : handles) {
    Queue* queue = lookup_host_queue(handle);
    if (!queue) {
      return fail(CL_INVALID_COMMAND_QUEUE);
    }
    queues.emplace_back(queue);
  }
  const bool one_context = std::ranges::all_of(
      queues, [&](const auto& queue) { return queue->context == queues.front()->context; });
  return one_context ? expected<std::vector<retained<Queue>>>(std::move(queues))
                     : fail(CL_INVALID_CONTEXT);
}

} // namespace cl

using namespace cl;

cl_command_buffer_khr CL_API_CALL khr::clCreateCommandBufferKHR(
    cl_uint num_queues, const cl_command_queue* queues,
    const cl_command_buffer_properties_khr* properties, cl_int* errcode_ret) {
  return created(errcode_ret,
                 [&] { return create({queues, queues ? num_queues : 0}, properties); });
}

cl_int CL_API_CALL khr::clRetainCommandBufferKHR(cl_command_buffer_khr handle) {
  return api_retain<CommandBuffer>(handle);
}

cl_int CL_API_CALL khr::clReleaseCommandBufferKHR(cl_command_buffer_khr handle) {
  return api_release<CommandBuffer>(handle);
}

cl_int CL_API_CALL khr::clFinalizeCommandBufferKHR(cl_command_buffer_khr handle) {
  return guarded([&]() -> cl_int {
    CommandBuffer* buffer = lookup<CommandBuffer>(handle);
    return buffer ? buffer->finalize() : CL_INVALID_COMMAND_BUFFER_KHR;
  });
}

cl_int CL_API_CALL khr::clGetCommandBufferInfoKHR(cl_command_buffer_khr handle,
                                                  cl_command_buffer_info_khr name, size_t size,
                                                  void* value, size_t* size_ret) {
  return guarded([&] {
    const CommandBuffer* buffer = lookup<CommandBuffer>(handle);
    return buffer ? answer_info<CommandBuffer>(rows, name, {size, value, size_ret}, *buffer)
                  : CL_INVALID_COMMAND_BUFFER_KHR;
  });
}
