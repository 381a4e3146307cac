// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// clEnqueueCommandBufferKHR.
#include "command_buffers/command_buffer.h"
#include "command_buffers/entry_points.h"
#include "enqueue/target.h"

namespace cl {
namespace {

/// The queue that is given instead of the command buffer's own. No property of it matters: every
/// queue has all that are required and none that is not supported.
cl_int check_substitute(const CommandBuffer& buffer, const Queue* queue) {
  if (!queue) {
    return CL_INVALID_COMMAND_QUEUE;
  }
  if (&queue->device != &buffer.queue->device) {
    return CL_INVALID_DEVICE;
  }
  return queue->context == buffer.queue->context ? CL_SUCCESS : CL_INVALID_CONTEXT;
}

cl_int enqueue(std::span<const cl_command_queue> queues, cl_command_buffer_khr handle,
               cl_uint count, const cl_event* list, cl_event* event) {
  const retained<CommandBuffer> buffer(lookup<CommandBuffer>(handle));
  if (!buffer) {
    return CL_INVALID_COMMAND_BUFFER_KHR;
  }
  auto states = buffer->executable_states();
  if (!states) {
    return CL_INVALID_OPERATION;
  }
  if (queues.empty() != (queues.data() == nullptr) || queues.size() > 1) {
    return CL_INVALID_VALUE;
  }
  if (!queues.empty()) {
    if (const cl_int error = check_substitute(*buffer, lookup_host_queue(queues[0]))) {
      return error;
    }
  }
  const cl_command_queue queue = queues.empty() ? handle_of(buffer->queue.get()) : queues[0];
  const auto target = check_target(queue, count, list, event);
  if (!target) {
    return target.error();
  }
  Replay replay(buffer, std::move(states));
  return target->submit({.type = CL_COMMAND_COMMAND_BUFFER_KHR, .replay = &replay}, {},
                        record_nothing);
}

} // namespace
} // namespace cl

using namespace cl;

cl_int CL_API_CALL khr::clEnqueueCommandBufferKHR(cl_uint num_queues, cl_command_queue* queues,
                                                  cl_command_buffer_khr buffer, cl_uint count,
                                                  const cl_event* list, cl_event* event) {
  return guarded([&] { return enqueue({queues, num_queues}, buffer, count, list, event); });
}
