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
  if (const auto task = queue.in_order ? queue.running_last() : ref<event_impl>()) {
    add(queue, *task);
  }
}

void wait_list::add(queue_impl& queue, const event_impl& one) {
  if (!one.cl) {
    one.check_executed();
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

/// Of a launch with work-groups of a size of their own.
void check_shape(const launch_shape& shape, const device_impl& device) {
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

native_shape::native_shape(const launch_shape& of, const built_kernel* kernel,
                           const device_impl& on)
    : dimensions(cl_uint(of.dimensions)), has_local(of.has_local) {
  if (sycl::detail::is_empty(of)) {
    is_empty = true;
  } else if (kernel && (kernel->facts.work_group[0] || of.is_hierarchical)) {
    take(shape_for_driver(kernel->facts, of), on);
  } else {
    take(of, on);
  }
}

void native_shape::take(const launch_shape& shape, const device_impl& on) {
  if (shape.has_local) {
    check_shape(shape, on);
  }
  dimensions = cl_uint(shape.dimensions);
  bool is_one_item = true;
  for (int to = 0, from = shape.dimensions - 1; from >= 0; ++to, --from) { // OpenCL's order
    global[to] = shape.global[from];
    local[to] = shape.local[from];
    offset[to] = shape.offset[from];
    is_one_item = is_one_item && shape.global[from] == 1;
  }
  // Code of single_task is for one work-item, which OpenCL wants to be told.
  has_local = shape.has_local || is_one_item;
}

void set_arguments(built_kernel& kernel, const void* object, size_t object_size,
                   size_t local_bytes) {
  check(clSetKernelArg(kernel.kernel, 0, object_size, object), "clSetKernelArg");
  if (kernel.has_local_block()) {
    check(clSetKernelArg(kernel.kernel, 1, std::max<size_t>(local_bytes, 1), nullptr),
          "clSetKernelArg for local memory");
  }
}

cl_event enqueue_nothing(queue_impl& queue, const wait_list& after) {
  owned_event ended;
  cl_event only = nullptr;
  const bool is_free = after.size() == 0 && !queue.in_order;
  if (is_free) { // a marker without events would wait for all commands
    cl_int status = CL_SUCCESS;
    only = clCreateUserEvent(queue.context_of->cl.get(), &status);
    check(status, "clCreateUserEvent");
    ended = owned_event(only);
    check(clSetUserEventStatus(only, CL_COMPLETE), "clSetUserEventStatus");
  }
  cl_event made = nullptr;
  check(clEnqueueMarkerWithWaitList(queue.cl.get(), is_free ? 1 : after.size(),
                                    is_free ? &only : after.data(), &made),
        "clEnqueueMarkerWithWaitList");
  return made;
}

cl_event enqueue(queue_impl& queue, cl_kernel kernel, const native_shape& shape, wait_list& after) {
  cl_event made = nullptr;
  check(clEnqueueNDRangeKernel(queue.cl.get(), kernel, shape.dimensions, shape.offset, shape.global,
                               shape.local_or_null(), after.size(), after.data(), &made),
        "clEnqueueNDRangeKernel");
  return made;
}

ref<event_impl> launch(queue_impl& queue, built_kernel& kernel, const void* object,
                       size_t object_size, const launch_shape& shape, size_t local_bytes,
                       wait_list& after) {
  cl_event made = nullptr;
  const native_shape native(shape, &kernel, *queue.device_of);
  if (native.is_empty) {
    made = enqueue_nothing(queue, after);
  } else {
    const std::lock_guard lock(kernel.mutex);
    set_arguments(kernel, object, object_size, local_bytes);
    made = enqueue(queue, kernel.kernel, native, after);
  }
  return ref<event_impl>::adopt(new event_impl(ref<queue_impl>::share(&queue), made));
}

namespace {

/// A launch that a queue records, or that makes a queue record.
counted* record_kernel(queue_impl& queue, const kernel_info& kernel, const void* object,
                       const launch_shape& shape, std::vector<ref<event_impl>> events) {
  command_group group(queue);
  group.graph = queue.recording();
  group.after = std::move(events);
  set_kernel(group, kernel, object, shape);
  return group.submit().detach();
}

} // namespace

counted* submit_kernel(counted* to, const kernel_info& kernel, const void* object,
                       const launch_shape& shape, event_list wait_for) {
  queue_impl& queue = queue_of(to);
  std::vector<ref<event_impl>> events;
  bool records = queue.is_recording();
  for (size_t i = 0; i < wait_for.count; ++i) {
    events.push_back(ref<event_impl>::share(wait_for.events[i]));
    records = records || events.back()->is_recorded();
  }
  if (records) {
    return record_kernel(queue, kernel, object, shape, std::move(events));
  }
  wait_list after(queue, events);
  auto made = launch(queue, queue.context_of->kernel(kernel, *queue.device_of), object,
                     kernel.object_size, shape, 0, after);
  made->depend_on(std::move(events));
  queue.remember(made);
  return made.detach();
}

} // namespace detail
} // namespace lw1
} // namespace sycl
