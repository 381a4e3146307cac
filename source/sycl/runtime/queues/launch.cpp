// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "programs/requirements.h"
#include "queues/commands.h"

#include <algorithm>
#include <span>

namespace sycl {
inline namespace lw1 {
namespace detail {

wait_list::wait_list(queue_impl& queue, const std::vector<ref<event_impl>>& events) {
  for (const auto& one : events) {
    add(queue, *one);
  }
  if (const auto task = queue.take_last_host_task()) {
    add(queue, *task);
  }
}

void wait_list::add(queue_impl& queue, const event_impl& one) {
  if (!one.cl) {
    return;
  }
  const bool ordered_anyway = queue.in_order && one.queue_of.get() == &queue && !one.is_host_task;
  if (ordered_anyway) {
    return;
  }
  if (one.queue_of.get() != &queue && !one.is_host_task) {
    check(clFlush(one.queue_of->cl.get()), "clFlush"); // nobody else may make it go on
  }
  if (owned_event here = one.in(*queue.context_of)) {
    list.push_back(here.get());
    made.push_back(std::move(here));
  }
}

namespace {

/// SYCL's order of dimensions to OpenCL's.
struct reversed {
  explicit reversed(const size_t (&of)[3], int dimensions) {
    for (int i = 0; i < dimensions; ++i) {
      values[i] = of[dimensions - 1 - i];
    }
  }
  size_t values[3] = {};
};

void check_shape(const launch_shape& shape, const device_impl& device) {
  if (!shape.has_local) {
    return;
  }
  size_t items = 1;
  for (int i = 0; i < shape.dimensions; ++i) {
    items *= shape.local[i];
    if (shape.local[i] == 0 || shape.global[i] % shape.local[i] != 0) {
      throw exception(make_error_code(errc::nd_range),
                      "the global range has to be a multiple of the local range; in dimension " +
                          std::to_string(i) + " it is " + std::to_string(shape.global[i]) +
                          " and " + std::to_string(shape.local[i]));
    }
  }
  const auto most = device.get<size_t>(CL_DEVICE_MAX_WORK_GROUP_SIZE);
  if (items > most) {
    throw exception(make_error_code(errc::nd_range), "a work-group of " + std::to_string(items) +
                                                         " work-items, but the device "
                                                         "takes at most " +
                                                         std::to_string(most));
  }
}

bool is_empty(const launch_shape& shape) {
  return std::ranges::any_of(std::span(shape.global, size_t(shape.dimensions)),
                             [](size_t extent) { return extent == 0; });
}

} // namespace

cl_event enqueue(queue_impl& queue, cl_kernel kernel, const launch_shape& shape, wait_list& after) {
  check_shape(shape, *queue.device_of);
  const reversed global(shape.global, shape.dimensions);
  const reversed local(shape.local, shape.dimensions);
  const reversed offset(shape.offset, shape.dimensions);
  cl_event made = nullptr;
  check(clEnqueueNDRangeKernel(queue.cl.get(), kernel, cl_uint(shape.dimensions), offset.values,
                               global.values, shape.has_local ? local.values : nullptr,
                               after.size(), after.data(), &made),
        "clEnqueueNDRangeKernel");
  return made;
}

ref<event_impl> launch(queue_impl& queue, built_kernel& kernel, const void* object,
                       size_t object_size, const launch_shape& shape, size_t local_bytes,
                       wait_list& after) {
  cl_event made = nullptr;
  if (is_empty(shape)) {
    check(clEnqueueBarrierWithWaitList(queue.cl.get(), after.size(), after.data(), &made),
          "clEnqueueBarrierWithWaitList");
  } else {
    const bool is_changed = kernel.facts.work_group[0] || shape.is_hierarchical;
    const launch_shape changed =
        is_changed ? shape_for_driver(kernel.facts.work_group, shape) : launch_shape();
    const std::lock_guard lock(kernel.mutex);
    check(clSetKernelArg(kernel.kernel, 0, object_size, object), "clSetKernelArg");
    if (kernel.has_local_block()) {
      check(clSetKernelArg(kernel.kernel, 1, std::max<size_t>(local_bytes, 1), nullptr),
            "clSetKernelArg for local memory");
    }
    made = enqueue(queue, kernel.kernel, is_changed ? changed : shape, after);
  }
  return ref<event_impl>::adopt(
      new event_impl(queue.context_of, ref<queue_impl>::share(&queue), made));
}

counted* submit_kernel(counted* to, const kernel_info& kernel, const void* object,
                       const launch_shape& shape, event_list wait_for) {
  auto& queue = static_cast<queue_impl&>(*to);
  std::vector<ref<event_impl>> events;
  for (size_t i = 0; i < wait_for.count; ++i) {
    events.push_back(ref<event_impl>::share(wait_for.events[i]));
  }
  wait_list after(queue, events);
  auto made = launch(queue, queue.context_of->kernel(kernel, *queue.device_of), object,
                     kernel.object_size, shape, 0, after);
  made->after = std::move(events);
  queue.remember(made);
  return made.detach();
}

} // namespace detail
} // namespace lw1
} // namespace sycl
