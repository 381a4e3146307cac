// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// clTerminateContextKHR. Once the context is marked nothing more is enqueued; then the events that
// the application, or a semaphore, was to end do so, for which commands and threads may wait, and
// every queue ends its commands. Kernels are stopped where they are; functions of the application
// that the device runs (clEnqueueNativeKernel, clEnqueueSVMFree) go on to their end.
#include "platform/context.h"
#include "queues/event.h"
#include "queues/queue.h"

#include <algorithm>
#include <chrono>
#include <thread>

namespace cl {
namespace {

template <typename T> std::vector<retained<T>> objects_of(const Context& context) {
  std::vector<retained<T>> objects = all_objects<T>();
  std::erase_if(objects, [&](const auto& each) { return &*each->context != &context; });
  return objects;
}

/// Between two attempts to stop a kernel that is in a function which it has called.
constexpr std::chrono::microseconds pause(200);

cl_int terminate(Context& context) {
  if (!context.can_terminate()) {
    return CL_INVALID_OPERATION;
  }
  if (!context.mark_terminated()) {
    return CL_CONTEXT_TERMINATED_KHR;
  }
  std::vector<retained<Event>> events;
  std::vector<retained<Queue>> queues;
  try {
    events = objects_of<Event>(context);
    queues = objects_of<Queue>(context);
  } catch (const std::bad_alloc&) {
    context.take_back_termination();
    throw;
  }
  for (const auto& event : events) {
    if (!event->queue) {
      event->end(CL_CONTEXT_TERMINATED_KHR);
    }
  }
  std::erase_if(queues, [](const auto& queue) { return queue->on_device != nullptr; });
  while (!queues.empty()) {
    std::erase_if(queues, [](const auto& queue) { return !queue->terminate(); });
    if (!queues.empty()) {
      std::this_thread::sleep_for(pause);
    }
  }
  context.notify("the context was terminated");
  return CL_SUCCESS;
}

} // namespace
} // namespace cl

using namespace cl;

cl_int CL_API_CALL clTerminateContextKHR(cl_context handle) {
  return guarded([&] {
    const retained<Context> context(lookup<Context>(handle));
    return context ? terminate(*context) : CL_INVALID_CONTEXT;
  });
}
