// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The entry points of command queues.
#include "queues/queue.h"

#include "info.h"
#include "property_list.h"

namespace cl {
namespace {

constexpr cl_command_queue_properties known_properties =
    CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE | CL_QUEUE_PROFILING_ENABLE;

expected<retained<Queue>> create(cl_context context_handle, cl_device_id device_handle,
                                 cl_command_queue_properties properties,
                                 const cl_queue_properties* list) {
  Context* context = lookup<Context>(context_handle);
  if (!context) {
    return fail(CL_INVALID_CONTEXT);
  }
  Device* device = lookup<Device>(device_handle);
  if (!device || !context->has(*device)) {
    return fail(CL_INVALID_DEVICE);
  }
  if (properties & ~known_properties) {
    return fail(CL_INVALID_VALUE);
  }
  return make<Queue>(retained<Context>(context), *device, properties, copy_of_list(list));
}

/// What OpenCL 2.0 adds: valid, but not supported by our devices.
constexpr cl_command_queue_properties later_properties =
    CL_QUEUE_ON_DEVICE | CL_QUEUE_ON_DEVICE_DEFAULT;

/// The list of clCreateCommandQueueWithProperties as the bits of clCreateCommandQueue.
expected<cl_command_queue_properties> read_properties(const cl_queue_properties* list) {
  cl_command_queue_properties properties = 0;
  bool seen = false;
  bool supported = true;
  for (; list && *list; list += 2) {
    if (*list == CL_QUEUE_SIZE) {
      supported = false; // of queues on the device
    } else if (*list == CL_QUEUE_PROPERTIES && !seen) {
      seen = true;
      properties = list[1];
    } else {
      return fail(CL_INVALID_VALUE);
    }
  }
  if (properties & ~(known_properties | later_properties)) {
    return fail(CL_INVALID_VALUE);
  }
  if (!supported || (properties & later_properties)) {
    return fail(CL_INVALID_QUEUE_PROPERTIES);
  }
  return properties;
}

expected<retained<Queue>> create_from_list(cl_context context, cl_device_id device,
                                           const cl_queue_properties* list) {
  const auto properties = read_properties(list);
  // Without the list first: wrong handles come before wrong values.
  auto queue = create(context, device, properties ? *properties : 0, properties ? list : nullptr);
  return queue && !properties ? fail(properties.error()) : std::move(queue);
}

constexpr InfoRow<Queue> rows[] = {
    {CL_QUEUE_CONTEXT, [](const Queue& q, Answer& a) { return a.is(handle_of(q.context.get())); }},
    {CL_QUEUE_DEVICE, [](const Queue& q, Answer& a) { return a.is(handle_of(&q.device)); }},
    {CL_QUEUE_REFERENCE_COUNT, [](const Queue& q, Answer& a) { return a.is(api_references(q)); }},
    {CL_QUEUE_PROPERTIES, [](const Queue& q, Answer& a) { return a.is(q.properties); }},
    {CL_QUEUE_PROPERTIES_ARRAY,
     [](const Queue& q, Answer& a) { return a.list<cl_queue_properties>(q.property_list); }},
    // Of a queue on the device only, which there are none of (section 5.1).
    {CL_QUEUE_SIZE, [](const Queue&, Answer&) -> cl_int { return CL_INVALID_COMMAND_QUEUE; }},
    {CL_QUEUE_DEVICE_DEFAULT,
     [](const Queue&, Answer& a) { return a.is<cl_command_queue>(nullptr); }},
};

} // namespace
} // namespace cl

using namespace cl;

cl_command_queue CL_API_CALL clCreateCommandQueue(cl_context context, cl_device_id device,
                                                  cl_command_queue_properties properties,
                                                  cl_int* errcode_ret) {
  return created(errcode_ret, [&] { return create(context, device, properties, nullptr); });
}

cl_command_queue CL_API_CALL
clCreateCommandQueueWithProperties(cl_context context, cl_device_id device,
                                   const cl_queue_properties* properties, cl_int* errcode_ret) {
  return created(errcode_ret, [&] { return create_from_list(context, device, properties); });
}

cl_command_queue CL_API_CALL clCreateCommandQueueWithPropertiesKHR(
    cl_context context, cl_device_id device, const cl_queue_properties_khr* properties,
    cl_int* errcode_ret) {
  return clCreateCommandQueueWithProperties(context, device, properties, errcode_ret);
}

cl_int CL_API_CALL clRetainCommandQueue(cl_command_queue handle) {
  return api_retain<Queue>(handle);
}

cl_int CL_API_CALL clReleaseCommandQueue(cl_command_queue handle) {
  return guarded([&] { return api_release<Queue>(handle, [](Queue& queue) { queue.flush(); }); });
}

cl_int CL_API_CALL clGetCommandQueueInfo(cl_command_queue handle, cl_command_queue_info name,
                                         size_t size, void* value, size_t* size_ret) {
  return guarded([&] {
    const Queue* queue = lookup<Queue>(handle);
    return queue ? answer_info<Queue>(rows, name, {size, value, size_ret}, *queue)
                 : CL_INVALID_COMMAND_QUEUE;
  });
}

cl_int CL_API_CALL clSetCommandQueueProperty(cl_command_queue handle,
                                             cl_command_queue_properties properties, cl_bool,
                                             cl_command_queue_properties*) {
  if (!lookup<Queue>(handle)) {
    return CL_INVALID_COMMAND_QUEUE;
  }
  // Deprecated since OpenCL 1.1, whose implementations may refuse it (appendix D.1).
  return properties & ~known_properties ? CL_INVALID_VALUE : CL_INVALID_OPERATION;
}

cl_int CL_API_CALL clFlush(cl_command_queue handle) {
  return guarded([&]() -> cl_int {
    const retained<Queue> queue(lookup<Queue>(handle));
    if (!queue) {
      return CL_INVALID_COMMAND_QUEUE;
    }
    queue->flush();
    return CL_SUCCESS;
  });
}

cl_int CL_API_CALL clFinish(cl_command_queue handle) {
  return guarded([&]() -> cl_int {
    const retained<Queue> queue(lookup<Queue>(handle));
    if (!queue) {
      return CL_INVALID_COMMAND_QUEUE;
    }
    queue->finish();
    trace::flush();
    return queue->context->is_lost() ? CL_OUT_OF_RESOURCES : CL_SUCCESS;
  });
}
