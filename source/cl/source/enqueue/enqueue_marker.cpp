// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Markers and barriers, with and without wait lists, and the deprecated forms.
#include "queues/queue.h"

namespace cl {
namespace {

/// Without a list, the command waits for everything enqueued before.
cl_int mark(cl_command_queue handle, cl_command_type type, cl_uint count, const cl_event* list,
            cl_event* event) {
  const auto target = check_target(handle, count, list);
  if (!target) {
    return target.error();
  }
  const bool is_barrier = type == CL_COMMAND_BARRIER;
  const Command command{.type = type,
                        .wait_list = target->wait_list,
                        .event_ret = event,
                        .waits_for_all = target->wait_list.empty(),
                        .is_barrier = is_barrier};
  if (target->queue->in_order() && !event && target->wait_list.empty()) {
    return CL_SUCCESS; // the queue's order says it already
  }
  return target->queue->enqueue(command, {}, record_nothing);
}

} // namespace
} // namespace cl

using namespace cl;

cl_int CL_API_CALL clEnqueueMarkerWithWaitList(cl_command_queue queue, cl_uint count,
                                               const cl_event* list, cl_event* event) {
  return guarded([&] { return mark(queue, CL_COMMAND_MARKER, count, list, event); });
}

cl_int CL_API_CALL clEnqueueBarrierWithWaitList(cl_command_queue queue, cl_uint count,
                                                const cl_event* list, cl_event* event) {
  return guarded([&] { return mark(queue, CL_COMMAND_BARRIER, count, list, event); });
}

cl_int CL_API_CALL clEnqueueMarker(cl_command_queue queue, cl_event* event) {
  return guarded([&]() -> cl_int {
    if (!lookup<Queue>(queue)) {
      return CL_INVALID_COMMAND_QUEUE;
    }
    return event ? mark(queue, CL_COMMAND_MARKER, 0, nullptr, event) : CL_INVALID_VALUE;
  });
}

cl_int CL_API_CALL clEnqueueBarrier(cl_command_queue queue) {
  return guarded([&] { return mark(queue, CL_COMMAND_BARRIER, 0, nullptr, nullptr); });
}

cl_int CL_API_CALL clEnqueueWaitForEvents(cl_command_queue queue, cl_uint count,
                                          const cl_event* list) {
  return guarded([&]() -> cl_int {
    if (!lookup<Queue>(queue)) {
      return CL_INVALID_COMMAND_QUEUE;
    }
    if (count == 0 || !list) {
      return CL_INVALID_VALUE;
    }
    const cl_int error = mark(queue, CL_COMMAND_BARRIER, count, list, nullptr);
    return error == CL_INVALID_EVENT_WAIT_LIST ? CL_INVALID_EVENT : error;
  });
}
