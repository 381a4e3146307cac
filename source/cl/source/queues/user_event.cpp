// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "queues/event.h"

using namespace cl;

cl_event CL_API_CALL clCreateUserEvent(cl_context handle, cl_int* errcode_ret) {
  return created(errcode_ret, [&]() -> expected<retained<Event>> {
    Context* context = lookup<Context>(handle);
    if (const cl_int error = check_context(context)) {
      return fail(error);
    }
    return make<Event>(retained<Context>(context));
  });
}

cl_int CL_API_CALL clSetUserEventStatus(cl_event handle, cl_int status) {
  return guarded([&]() -> cl_int {
    const retained<Event> event(lookup<Event>(handle));
    if (!event || event->type != CL_COMMAND_USER) {
      return CL_INVALID_EVENT;
    }
    if (status > CL_COMPLETE) {
      return CL_INVALID_VALUE;
    }
    return event->set_by_application(status) ? CL_SUCCESS : CL_INVALID_OPERATION;
  });
}
