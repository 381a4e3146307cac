// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The entry points of command queues.
#include "queues/queue.h"

#include "info.h"
#include "property_list.h"
#include "queues/device_queue.h"
#include "queues/mux_queue.h"

namespace cl {
namespace {

constexpr cl_command_queue_properties known_properties = CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE |
                                                         CL_QUEUE_PROFILING_ENABLE |
                                                         CL_QUEUE_THREAD_LOCAL_EXEC_ENABLE_INTEL;

/// The properties that a queue is created with.
struct Properties {
  cl_command_queue_properties bits = 0;
  cl_queue_priority_khr priority = CL_QUEUE_PRIORITY_MED_KHR;
  cl_queue_throttle_khr throttle = CL_QUEUE_THROTTLE_MED_KHR;
  bool has_hints = false; ///< the two before were given
  uint64_t size = 0;      ///< bytes, of a queue on the device; 0 if not given
};

/// The device's own, or for a queue with hints another one: to half of the device's units, if it is
/// to save energy, and of another priority. Null if there is no memory for a queue whose commands
/// the calling threads run.
MuxQueue* mux_queue_for(Device& device, const Properties& properties) {
  const bool low = properties.throttle == CL_QUEUE_THROTTLE_LOW_KHR && device.units.size() > 1;
  const mux_queue_priority_e priority =
      properties.priority == CL_QUEUE_PRIORITY_LOW_KHR    ? mux_queue_priority_low
      : properties.priority == CL_QUEUE_PRIORITY_HIGH_KHR ? mux_queue_priority_high
                                                          : mux_queue_priority_normal;
  const bool on_caller = properties.bits & CL_QUEUE_THREAD_LOCAL_EXEC_ENABLE_INTEL;
  if (!low && !on_caller && priority == mux_queue_priority_normal) {
    return &device.mux_queue;
  }
  const std::span units(device.units);
  MuxQueue* part = device.mux_queues.part(low ? units.first(units.size() / 2) : units, device.bound,
                                          priority, on_caller);
  return part || on_caller ? part : &device.mux_queue;
}

expected<retained<Queue>> create(cl_context context_handle, cl_device_id device_handle,
                                 const Properties& properties, const cl_queue_properties* list) {
  Context* context = lookup<Context>(context_handle);
  if (const cl_int error = check_context(context)) {
    return fail(error);
  }
  Device* device = lookup<Device>(device_handle);
  if (!device || !context->has(*device)) {
    return fail(CL_INVALID_DEVICE);
  }
  if (properties.bits & CL_QUEUE_ON_DEVICE) {
    return properties.has_hints
               ? fail(CL_INVALID_QUEUE_PROPERTIES)
               : create_device_queue(*context, *device, {properties.bits, properties.size}, list);
  }
  if ((properties.bits & CL_QUEUE_THREAD_LOCAL_EXEC_ENABLE_INTEL) &&
      !device->info().caller_queues) {
    return fail(CL_INVALID_QUEUE_PROPERTIES);
  }
  MuxQueue* mux_queue = mux_queue_for(*device, properties);
  if (!mux_queue) {
    return fail(CL_OUT_OF_HOST_MEMORY);
  }
  return make<Queue>(retained<Context>(context), *device, *mux_queue, properties.bits,
                     copy_of_list(list));
}

/// Whether bits of CL_QUEUE_PROPERTIES go together.
bool are_valid(cl_command_queue_properties properties) {
  constexpr cl_command_queue_properties on_device =
      CL_QUEUE_ON_DEVICE | CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE;
  const bool all_known =
      !(properties & ~(known_properties | CL_QUEUE_ON_DEVICE | CL_QUEUE_ON_DEVICE_DEFAULT));
  const bool both =
      (properties & CL_QUEUE_ON_DEVICE) && (properties & CL_QUEUE_THREAD_LOCAL_EXEC_ENABLE_INTEL);
  return all_known && !both &&
         (!(properties & (CL_QUEUE_ON_DEVICE | CL_QUEUE_ON_DEVICE_DEFAULT)) ||
          (properties & on_device) == on_device);
}

/// Whether a hint is one of the three that cl_khr_throttle_hints has, and cl_khr_priority_hints.
bool is_hint(cl_queue_properties value) {
  static_assert(CL_QUEUE_PRIORITY_HIGH_KHR == CL_QUEUE_THROTTLE_HIGH_KHR &&
                CL_QUEUE_PRIORITY_MED_KHR == CL_QUEUE_THROTTLE_MED_KHR &&
                CL_QUEUE_PRIORITY_LOW_KHR == CL_QUEUE_THROTTLE_LOW_KHR);
  return value == CL_QUEUE_THROTTLE_HIGH_KHR || value == CL_QUEUE_THROTTLE_MED_KHR ||
         value == CL_QUEUE_THROTTLE_LOW_KHR;
}

/// The list of clCreateCommandQueueWithProperties.
expected<Properties> read_properties(const cl_queue_properties* list) {
  Properties properties;
  bool has_bits = false, has_size = false, has_priority = false, has_throttle = false;
  for (; list && *list; list += 2) {
    if (*list == CL_QUEUE_SIZE && !has_size) {
      has_size = true;
      properties.size = list[1];
    } else if (*list == CL_QUEUE_PROPERTIES && !has_bits) {
      has_bits = true;
      properties.bits = list[1];
    } else if (*list == CL_QUEUE_PRIORITY_KHR && !has_priority && is_hint(list[1])) {
      has_priority = true;
      properties.priority = static_cast<cl_queue_priority_khr>(list[1]);
    } else if (*list == CL_QUEUE_THROTTLE_KHR && !has_throttle && is_hint(list[1])) {
      has_throttle = true;
      properties.throttle = static_cast<cl_queue_throttle_khr>(list[1]);
    } else {
      return fail(CL_INVALID_VALUE);
    }
  }
  properties.has_hints = has_priority || has_throttle;
  if (!are_valid(properties.bits) ||
      (has_size && (properties.size == 0 || !(properties.bits & CL_QUEUE_ON_DEVICE)))) {
    return fail(CL_INVALID_VALUE);
  }
  return properties;
}

expected<retained<Queue>> create_from_list(cl_context context, cl_device_id device,
                                           const cl_queue_properties* list) {
  const auto properties = read_properties(list);
  // Without the list first: wrong handles come before wrong values.
  auto queue =
      create(context, device, properties ? *properties : Properties(), properties ? list : nullptr);
  return queue && !properties ? fail(properties.error()) : std::move(queue);
}

/// The size of a queue on the device; other queues have none (section 5.1).
cl_int size_on_device(const Queue& queue, Answer& answer) {
  return queue.on_device ? answer.is(static_cast<cl_uint>(queue.on_device->size))
                         : CL_INVALID_COMMAND_QUEUE;
}

constexpr InfoRow<Queue> rows[] = {
    {CL_QUEUE_CONTEXT, [](const Queue& q, Answer& a) { return a.is(handle_of(q.context.get())); }},
    {CL_QUEUE_DEVICE, [](const Queue& q, Answer& a) { return a.is(handle_of(&q.device)); }},
    {CL_QUEUE_REFERENCE_COUNT, [](const Queue& q, Answer& a) { return a.is(api_references(q)); }},
    {CL_QUEUE_PROPERTIES, [](const Queue& q, Answer& a) { return a.is(q.properties); }},
    {CL_QUEUE_PROPERTIES_ARRAY,
     [](const Queue& q, Answer& a) { return a.list<cl_queue_properties>(q.property_list); }},
    {CL_QUEUE_SIZE, size_on_device},
    {CL_QUEUE_DEVICE_DEFAULT,
     [](const Queue& q, Answer& a) {
       const retained<Queue> queue = q.context->default_queue(q.device);
       return a.is<cl_command_queue>(queue ? handle_of(queue.get()) : nullptr);
     }},
};

} // namespace

Queue::~Queue() {
  if (on_device) {
    muxDestroyDeviceQueue(device.mux, on_device, allocator);
  }
}

} // namespace cl

using namespace cl;

cl_command_queue CL_API_CALL clCreateCommandQueue(cl_context context, cl_device_id device,
                                                  cl_command_queue_properties properties,
                                                  cl_int* errcode_ret) {
  return created(errcode_ret, [&]() -> expected<retained<Queue>> {
    const bool known = !(properties & ~known_properties);
    auto queue = create(context, device, {.bits = known ? properties : 0}, nullptr);
    return queue && !known ? fail(CL_INVALID_VALUE) : std::move(queue);
  });
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
  if (!lookup_host_queue(handle)) {
    return CL_INVALID_COMMAND_QUEUE;
  }
  // Deprecated since OpenCL 1.1, whose implementations may refuse it (appendix D.1).
  return properties & ~known_properties ? CL_INVALID_VALUE : CL_INVALID_OPERATION;
}

cl_int CL_API_CALL clFlush(cl_command_queue handle) {
  return guarded([&]() -> cl_int {
    const retained<Queue> queue(lookup_host_queue(handle));
    if (!queue) {
      return CL_INVALID_COMMAND_QUEUE;
    }
    queue->flush();
    return CL_SUCCESS;
  });
}

cl_int CL_API_CALL clFinish(cl_command_queue handle) {
  return guarded([&]() -> cl_int {
    const retained<Queue> queue(lookup_host_queue(handle));
    if (!queue) {
      return CL_INVALID_COMMAND_QUEUE;
    }
    queue->finish();
    trace::flush();
    return queue->context->is_lost() ? CL_OUT_OF_RESOURCES : CL_SUCCESS;
  });
}
