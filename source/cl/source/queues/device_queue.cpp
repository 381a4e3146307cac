// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "queues/device_queue.h"

#include "property_list.h"

namespace cl {

expected<retained<Queue>> create_device_queue(Context& context, Device& device,
                                              const DeviceQueueRequest& request,
                                              const cl_queue_properties* list) {
  const auto& info = device.info();
  const uint64_t size = request.size != 0 ? request.size : info.preferred_device_queue_size;
  if (!has_device_queues(device) || size > info.max_device_queue_size) {
    return fail(CL_INVALID_QUEUE_PROPERTIES);
  }
  const bool is_default = request.properties & CL_QUEUE_ON_DEVICE_DEFAULT;
  if (auto known = is_default ? context.default_queue(device) : retained<Queue>()) {
    return known;
  }
  auto queue = make<Queue>(retained<Context>(&context), device, device.mux_queue,
                           request.properties, copy_of_list(list));
  if (const auto result = muxCreateDeviceQueue(device.mux, size, allocator, &queue->on_device)) {
    return fail(status_of(result));
  }
  return is_default ? context.offer_default_queue(device, std::move(queue)) : queue;
}

retained<Queue> give_default_queue(const Queue& launched_on, const binary::Kernel& kernel,
                                   mux_ndrange_t& range) {
  auto queue = kernel.enqueues != 0 ? launched_on.context->default_queue(launched_on.device)
                                    : retained<Queue>();
  range.default_device_queue = queue ? queue->on_device : nullptr;
  return queue;
}

} // namespace cl

using namespace cl;

cl_int CL_API_CALL clSetDefaultDeviceCommandQueue(cl_context context_handle,
                                                  cl_device_id device_handle,
                                                  cl_command_queue queue_handle) {
  return guarded([&]() -> cl_int {
    Context* context = lookup<Context>(context_handle);
    if (const cl_int error = check_context(context)) {
      return error;
    }
    Device* device = lookup<Device>(device_handle);
    if (!device || !context->has(*device)) {
      return CL_INVALID_DEVICE;
    }
    if (!has_device_queues(*device)) {
      return CL_INVALID_OPERATION;
    }
    Queue* queue = lookup<Queue>(queue_handle);
    if (!queue || !queue->on_device || queue->context.get() != context ||
        &queue->device != device) {
      return CL_INVALID_COMMAND_QUEUE;
    }
    context->set_default_queue(*device, queue);
    return CL_SUCCESS;
  });
}
