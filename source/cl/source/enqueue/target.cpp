// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "enqueue/target.h"

namespace cl {

expected<Target> check_target(cl_command_queue handle, cl_uint count, const cl_event* list,
                              cl_event* event) {
  Queue* queue = lookup_host_queue(handle);
  if (!queue) {
    return fail(CL_INVALID_COMMAND_QUEUE);
  }
  if (const cl_int error = queue->context->check_alive()) {
    return fail(error);
  }
  const auto wait_list = check_wait_list(*queue->context, count, list);
  if (!wait_list) {
    return fail(wait_list.error());
  }
  if (queue->context->is_lost()) {
    return fail(CL_OUT_OF_RESOURCES);
  }
  return Target{queue, *wait_list, event};
}

cl_int check_usable(const Queue& queue, const Context& context, bool usable) {
  if (!context.has(queue.device) || !usable) {
    return CL_INVALID_COMMAND_QUEUE;
  }
  return &context == queue.context.get() ? CL_SUCCESS : CL_INVALID_CONTEXT;
}

} // namespace cl
