// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "graphs/executable.h"
#include "graphs/graph.h"
#include "memory/buffers.h"
#include "memory/image.h"
#include "queues/commands.h"
#include "text/streams.h"

#include <algorithm>
#include <cstring>
#include <memory>
#include <sycl/detail/commands.hpp>
#include <sycl/runtime/handler.hpp>

namespace sycl {
inline namespace lw1 {
namespace detail {

struct handler_maker {
  static handler make(command_group& group) { return handler(group); }
};

namespace {

template <class... Ts> struct overloaded : Ts... {
  using Ts::operator()...;
};

/// Enqueues commands other than kernels and host tasks: one or several calls of OpenCL, of which
/// the last one's event stands for all.
class Enqueue {
public:
  Enqueue(queue_impl& to, wait_list& events) : queue(to), after(events) {}

  cl_event operator()(const std::monostate&) { return enqueue_nothing(queue, after); }
  cl_event operator()(const barrier_command&) { return barrier(); }
  cl_event operator()(const nothing_command&) { return enqueue_nothing(queue, after); }
  cl_event operator()(const copy_command& command) {
    if (command.rows.size() > 1 && queue.device_of->runs_functions) {
      return copy_rows(command.rows);
    }
    return rows(command.rows, [&](const auto& row, cl_event* made) {
      return usm().copy(queue.cl.get(), CL_FALSE, row.to, row.from, row.bytes, after.size(),
                        after.data(), made);
    });
  }
  cl_event operator()(const fill_command& command) {
    return rows(command.rows, [&](const auto& row, cl_event* made) { return fill(row, made); });
  }
  cl_event operator()(const prefetch_command& command) {
    cl_event made = nullptr;
    check(usm().migrate(queue.cl.get(), command.at, command.bytes, 0, after.size(), after.data(),
                        &made),
          "clEnqueueMigrateMemINTEL");
    return made;
  }
  cl_event operator()(const advice_command& command) {
    cl_event made = nullptr;
    check(usm().advise(queue.cl.get(), command.at, command.bytes,
                       cl_mem_advice_intel(command.advice), after.size(), after.data(), &made),
          "clEnqueueMemAdviseINTEL");
    return made;
  }
  cl_event operator()(const kernel_command&) { return nullptr; }
  cl_event operator()(const native_command&) { return nullptr; }
  cl_event operator()(const host_command&) { return nullptr; }
  cl_event operator()(const graph_command&) { return nullptr; }

private:
  const usm_functions& usm() const { return queue.context_of->platform_of().usm; }

  cl_event barrier() {
    cl_event made = nullptr;
    check(clEnqueueBarrierWithWaitList(queue.cl.get(), after.size(), after.data(), &made),
          "clEnqueueBarrierWithWaitList");
    return made;
  }

  /// All by one function: a call of OpenCL for each takes longer than short rows do.
  cl_event copy_rows(const std::vector<copy_command::row>& list) {
    using Rows = std::vector<copy_command::row>;
    const auto copy = [](void* argument) {
      for (const auto& row : **static_cast<Rows**>(argument)) {
        std::memcpy(row.to, row.from, row.bytes);
      }
    };
    const auto release = [](cl_event, cl_int, void* data) { delete static_cast<Rows*>(data); };
    auto all = std::make_unique<Rows>(list);
    void* argument = all.get();
    cl_event made = nullptr;
    check(clEnqueueNativeKernel(queue.cl.get(), copy, &argument, sizeof(argument), 0, nullptr,
                                nullptr, after.size(), after.data(), &made),
          "clEnqueueNativeKernel");
    owned_event copied(made);
    Rows* const until_then = all.release();
    const cl_int status = clSetEventCallback(made, CL_COMPLETE, release, until_then);
    if (status != CL_SUCCESS) {
      (void)clWaitForEvents(1, &made);
      delete until_then;
      check(status, "clSetEventCallback");
    }
    return copied.take();
  }

  template <typename Row, typename One>
  cl_event rows(const std::vector<Row>& list, One enqueue_one) {
    if (list.empty()) {
      return enqueue_nothing(queue, after);
    }
    std::vector<owned_event> each;
    for (const Row& row : list) {
      cl_event made = nullptr;
      check(enqueue_one(row, &made), "a copy or fill of memory");
      each.emplace_back(made);
    }
    if (each.size() == 1) {
      return each.front().take();
    }
    std::vector<cl_event> all;
    for (const owned_event& one : each) {
      all.push_back(one.get());
    }
    cl_event made = nullptr;
    check(clEnqueueMarkerWithWaitList(queue.cl.get(), cl_uint(all.size()), all.data(), &made),
          "clEnqueueMarkerWithWaitList");
    return made;
  }

  cl_int fill(const fill_command::row& row, cl_event* made) {
    const size_t bytes = row.pattern.size() * row.count;
    if (bytes == 0) {
      *made = enqueue_nothing(queue, after);
      return CL_SUCCESS;
    }
    if (fills_directly(row)) {
      return usm().fill(queue.cl.get(), row.to, row.pattern.data(), row.pattern.size(), bytes,
                        after.size(), after.data(), made);
    }
    auto* whole = new std::vector<unsigned char>(repeated(row));
    const cl_int status = usm().copy(queue.cl.get(), CL_FALSE, row.to, whole->data(), bytes,
                                     after.size(), after.data(), made);
    const auto release = [](cl_event, cl_int, void* data) {
      delete static_cast<std::vector<unsigned char>*>(data);
    };
    if (status != CL_SUCCESS) {
      delete whole;
      return status;
    }
    return clSetEventCallback(*made, CL_COMPLETE, release, whole);
  }

  queue_impl& queue;
  wait_list& after;
};

} // namespace

bool fills_directly(const fill_command::row& row) {
  const size_t size = row.pattern.size();
  return size <= 128 && (size & (size - 1)) == 0 && reinterpret_cast<uintptr_t>(row.to) % size == 0;
}

std::vector<unsigned char> repeated(const fill_command::row& row) {
  std::vector<unsigned char> whole;
  whole.reserve(row.pattern.size() * row.count);
  for (size_t i = 0; i < row.count; ++i) {
    whole.insert(whole.end(), row.pattern.begin(), row.pattern.end());
  }
  return whole;
}

ref<event_impl> user_event(queue_impl& queue) {
  cl_int status = CL_SUCCESS;
  const cl_event made = clCreateUserEvent(queue.context_of->cl.get(), &status);
  check(status, "clCreateUserEvent");
  return ref<event_impl>::adopt(new event_impl(ref<queue_impl>::share(&queue), made));
}

built_kernel& command_group::kernel_of(const kernel_info& info) const {
  if (!bundle) {
    return values.empty() ? queue.context_of->kernel(info, *queue.device_of)
                          : queue.context_of->kernel(info, values, *queue.device_of);
  }
  const std::string name = symbol_of(info.name, info.unit);
  bundle_image* const image = bundle->image_of(name);
  if (!image || !bundle->is_on(*queue.device_of)) {
    throw exception(
        make_error_code(errc::kernel_not_supported),
        std::string("the kernel bundle of the command group does not have the kernel ") +
            info.name + " for the queue's device");
  }
  built_kernel& found = *image->program->kernel(name);
  check_object(info, found);
  check_device(found, *queue.device_of);
  return found;
}

bool command_group::has_local_accessor(const kernel_command& kernel) const {
  return std::ranges::any_of(local_accessors, [&](const std::vector<size_t>& words) {
    const size_t bytes = words.size() * sizeof(size_t);
    for (size_t at = 0; at + bytes <= kernel.object.size(); at += alignof(size_t)) {
      if (std::memcmp(kernel.object.data() + at, words.data(), bytes) == 0) {
        return true;
      }
    }
    return false;
  });
}

built_kernel* command_group::check_kernel() const {
  const auto* kernel = std::get_if<kernel_command>(&command);
  if (!kernel) {
    return nullptr;
  }
  if (!kernel->shape.has_local && has_local_accessor(*kernel)) {
    throw exception(make_error_code(errc::kernel_argument),
                    "a local_accessor is for kernels over an nd_range; single_task and "
                    "parallel_for over a range have no work-groups that could share it");
  }
  return &kernel_of(*kernel->kernel);
}

ref<graph_impl> command_group::graph_to_record() const {
  if (graph) {
    return graph;
  }
  for (const auto& one : after) {
    if (one->is_recorded()) { // the queue of that event takes this one along
      one->of_graph->graph->record_too(queue, *one);
      return one->of_graph->graph;
    }
  }
  return {};
}

namespace {

/// Has a barrier for all earlier commands wait for host tasks, too. With events to wait for,
/// OpenCL's barrier waits for these alone.
void add_host_tasks(queue_impl& queue, wait_list& waits) {
  const auto tasks = queue.running_host_tasks();
  if (queue.in_order || tasks.empty()) {
    return;
  }
  cl_event commands = nullptr;
  check(clEnqueueMarkerWithWaitList(queue.cl.get(), 0, nullptr, &commands),
        "clEnqueueMarkerWithWaitList");
  waits.add(queue, event_impl(ref<queue_impl>::share(&queue), commands));
  for (const auto& one : tasks) {
    waits.add(queue, *one);
  }
}

} // namespace

ref<event_impl> command_group::submit() {
  if (const auto recording = graph_to_record()) {
    return recording->record(*this);
  }
  if (const auto* run = std::get_if<graph_command>(&command)) {
    return run->graph->submit(*this);
  }
  auto* kernel = std::get_if<kernel_command>(&command);
  built_kernel* const built = check_kernel(); // without locks
  buffer_locks locks(uses);
  auto* host = std::get_if<host_command>(&command);
  const bool is_barrier = std::holds_alternative<barrier_command>(command);
  auto order = host || is_barrier ? queue.lock_order() : std::unique_lock<std::mutex>();
  wait_list waits(queue, after);
  if (is_barrier && after.empty()) {
    add_host_tasks(queue, waits);
  }
  std::vector<ref<event_impl>> elsewhere; // of other queues, or behind such
  locks.collect(queue, [&](const ref<event_impl>& one) {
    waits.add(queue, *one);
    if (one->queue_of.get() != &queue || one->needs) {
      elsewhere.push_back(one);
    }
  });
  const auto follow_all = [&](event_impl& follower) {
    for (const auto& one : elsewhere) {
      follower.follow(*one);
    }
  };
  ref<event_impl> made;
  if (kernel) {
    made = fills_before.empty() ? launch_kernel(*kernel, *built, waits)
                                : launch_filled(*kernel, *built, waits, locks);
  } else if (const auto* native = std::get_if<native_command>(&command)) {
    made = launch_native(*native, waits);
  } else if (host) {
    made = user_event(queue);
    made->is_host_task = true;
    follow_all(*made);
    made->depend_on(std::move(after));
    made->keep(std::move(kept));
    // What it waits for is in the queue before other threads' commands wait for it.
    run_host_task(queue, std::move(waits), made, std::move(host->task));
    queue.remember(made);
    locks.record(made);
    return made;
  } else {
    const cl_event event = std::visit(Enqueue(queue, waits), command);
    made = ref<event_impl>::adopt(new event_impl(ref<queue_impl>::share(&queue), event));
    made->is_barrier = is_barrier;
  }
  follow_all(*made);
  made->depend_on(std::move(after));
  made->keep(std::move(kept));
  queue.remember(made); // from here on, others may look at it
  locks.record(made);
  order = {};
  return streams.empty() ? made : print_after(made);
}

namespace {

cl_int set_argument(const context_impl& context, const kernel_impl& of,
                    const native_command::argument& one) {
  const auto index = cl_uint(one.index);
  const cl_kernel kernel = of.built.kernel;
  if (one.is_bytes_for(of)) {
    return clSetKernelArg(kernel, index, one.byte_count(), one.first_byte());
  }
  switch (one.kind) {
  case argument_kind::memory:
    return context.platform_of().usm.set_argument(kernel, index, one.memory);
  case argument_kind::local:
    return clSetKernelArg(kernel, index, one.size, nullptr);
  case argument_kind::image: {
    auto& image = const_cast<image_impl&>(*static_cast<const image_impl*>(
        static_cast<const counted*>(one.memory))); // as an accessor gave it
    const cl_mem native =
        image.view_in(const_cast<context_impl&>(context)).image.get(); // locked by buffer_locks
    return clSetKernelArg(kernel, index, sizeof native, &native);
  }
  case argument_kind::bytes:
    break;
  }
  return CL_INVALID_ARG_VALUE;
}

} // namespace

void set_arguments(const context_impl& context, const kernel_impl& kernel,
                   const std::vector<native_command::argument>& arguments) {
  for (const native_command::argument& one : arguments) {
    check(set_argument(context, kernel, one), "clSetKernelArg");
  }
}

ref<event_impl> command_group::launch_kernel(const kernel_command& kernel, built_kernel& built,
                                             wait_list& waits) const {
  return launch(queue, built, kernel.object.data(), kernel.object.size(), kernel.shape, local_bytes,
                waits);
}

ref<event_impl> command_group::launch_filled(const kernel_command& kernel, built_kernel& built,
                                             wait_list& waits, buffer_locks& locks) const {
  (void)native_shape(kernel.shape, &built, *queue.device_of); // it may throw
  const auto order = queue.lock_order();
  const cl_event event = Enqueue(queue, waits)(fill_command{fills_before});
  const auto filled = ref<event_impl>::adopt(new event_impl(ref<queue_impl>::share(&queue), event));
  queue.remember(filled);
  try {
    wait_list behind(queue, {filled});
    return launch_kernel(kernel, built, behind);
  } catch (...) {
    locks.record(filled);
    throw;
  }
}

ref<event_impl> command_group::launch_native(const native_command& native, wait_list& waits) const {
  built_kernel& kernel = native.kernel->built;
  const native_shape shape(native.shape, nullptr, *queue.device_of);
  const std::lock_guard lock(kernel.mutex);
  set_arguments(*queue.context_of, *native.kernel, arguments);
  return ref<event_impl>::adopt(
      new event_impl(ref<queue_impl>::share(&queue), enqueue(queue, kernel.kernel, shape, waits)));
}

ref<event_impl> command_group::print_after(const ref<event_impl>& kernel) {
  const auto order = queue.lock_order();
  wait_list waits(queue, {kernel});
  ref<event_impl> printed = user_event(queue);
  printed->is_host_task = true;
  printed->depend_on({kernel});
  run_host_task(queue, std::move(waits), printed, [all = std::move(streams)] {
    for (const auto& one : all) {
      one->print();
    }
  });
  queue.remember(printed);
  return printed;
}

counted* submit_group(counted* to, void (*fill)(const void*, handler&), const void* function) {
  queue_impl& queue = queue_of(to);
  command_group group(queue);
  group.graph = queue.recording();
  call_group(fill, function, group);
  return group.submit().detach();
}

void call_group(void (*fill)(const void*, handler&), const void* function, command_group& group) {
  handler made = handler_maker::make(group);
  fill(function, made);
}

} // namespace detail
} // namespace lw1
} // namespace sycl
