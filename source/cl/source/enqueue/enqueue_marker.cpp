// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Markers and barriers, with and without wait lists, recorded ones, and the deprecated forms.
#include "command_buffers/entry_points.h"
#include "enqueue/target.h"

namespace cl {
namespace {

/// Without a list, the command waits for everything before it.
Command mark(cl_command_type type, bool has_list) {
  return {.type = type,
          .waits_for_all = !has_list,
          .is_barrier = type == CL_COMMAND_BARRIER,
          .does_nothing = true};
}

cl_int enqueue_mark(cl_command_queue queue, cl_command_type type, cl_uint count,
                    const cl_event* list, cl_event* event) {
  return on_queue(queue, count, list, event, [&](const Target& target) {
    const bool has_list = !target.wait_list.empty();
    if (target.queue->in_order() && !event && !has_list) {
      return CL_SUCCESS; // the queue's order says it already
    }
    return target.submit(mark(type, has_list), {}, record_nothing);
  });
}

} // namespace
} // namespace cl

using namespace cl;

cl_int CL_API_CALL clEnqueueMarkerWithWaitList(cl_command_queue queue, cl_uint count,
                                               const cl_event* list, cl_event* event) {
  return enqueue_mark(queue, CL_COMMAND_MARKER, count, list, event);
}

cl_int CL_API_CALL clEnqueueBarrierWithWaitList(cl_command_queue queue, cl_uint count,
                                                const cl_event* list, cl_event* event) {
  return enqueue_mark(queue, CL_COMMAND_BARRIER, count, list, event);
}

cl_int CL_API_CALL khr::clCommandBarrierWithWaitListKHR(
    cl_command_buffer_khr buffer, cl_command_queue queue,
    const cl_command_properties_khr* properties, cl_uint count, const cl_sync_point_khr* list,
    cl_sync_point_khr* sync_point, cl_mutable_command_khr* handle) {
  return on_command_buffer(
      {buffer, queue, properties, count, list, sync_point, handle}, [&](const Target& target) {
        return target.submit(mark(CL_COMMAND_BARRIER, list != nullptr), {}, record_nothing);
      });
}

cl_int CL_API_CALL clEnqueueMarker(cl_command_queue queue, cl_event* event) {
  if (!lookup_host_queue(queue)) {
    return CL_INVALID_COMMAND_QUEUE;
  }
  return event ? enqueue_mark(queue, CL_COMMAND_MARKER, 0, nullptr, event) : CL_INVALID_VALUE;
}

cl_int CL_API_CALL clEnqueueBarrier(cl_command_queue queue) {
  return enqueue_mark(queue, CL_COMMAND_BARRIER, 0, nullptr, nullptr);
}

cl_int CL_API_CALL clEnqueueWaitForEvents(cl_command_queue queue, cl_uint count,
                                          const cl_event* list) {
  if (!lookup_host_queue(queue)) {
    return CL_INVALID_COMMAND_QUEUE;
  }
  if (count == 0 || !list) {
    return CL_INVALID_VALUE;
  }
  const cl_int error = enqueue_mark(queue, CL_COMMAND_BARRIER, count, list, nullptr);
  return error == CL_INVALID_EVENT_WAIT_LIST ? CL_INVALID_EVENT : error;
}
