// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "graphs/graph.h"
#include "memory/kept_blocks.h"
#include "queues/commands.h"

#include <algorithm>
#include <memory>

namespace sycl {
inline namespace lw1 {
namespace detail {

namespace {
/// Programs wait after some ten launches, or hundreds.
using event_blocks = kept_blocks<sizeof(event_impl), 512>;
} // namespace

void* event_impl::operator new(size_t /*size*/) { return event_blocks::take(); }
void event_impl::operator delete(void* block) noexcept { event_blocks::give_back(block); }

event_impl::event_impl(ref<queue_impl> from, cl_event take) : queue_of(std::move(from)), cl(take) {}

event_impl::event_impl(ref<queue_impl> from, ref<graph_impl> in, graph_node& made)
    : queue_of(std::move(from)), of_graph(new graph_part{std::move(in), &made, false, {}, {}}) {}

namespace {

command_needs& needs_of(event_impl& event) {
  if (!event.needs) {
    event.needs = std::make_unique<command_needs>();
  }
  return *event.needs;
}

} // namespace

void event_impl::follow(const event_impl& other) {
  const auto add = [&](const ref<queue_impl>& one) {
    if (!one || one == queue_of) {
      return;
    }
    auto& queues = needs_of(*this).other_queues;
    if (std::ranges::find(queues, one) == queues.end()) {
      queues.push_back(one);
    }
  };
  add(other.queue_of);
  if (other.needs) {
    std::ranges::for_each(other.needs->other_queues, add);
  }
}

void event_impl::depend_on(std::vector<ref<event_impl>> events) {
  if (events.empty()) {
    return;
  }
  for (const auto& one : events) {
    follow(*one);
  }
  needs_of(*this).after = std::move(events);
}

void event_impl::keep(std::vector<std::shared_ptr<const void>> objects) {
  if (!objects.empty()) {
    std::ranges::move(objects, std::back_inserter(needs_of(*this).kept));
  }
}

void event_impl::check_executed() const {
  if (is_recorded()) {
    throw exception(make_error_code(errc::invalid),
                    "the event is of a command that a queue has recorded to a graph: it is for "
                    "commands of the same recording only");
  }
}

cl_int event_impl::status() const {
  check_executed();
  if (!cl) {
    return CL_COMPLETE;
  }
  if (!is_known_to_have_ended()) {
    known_status.store(query<cl_int>(clGetEventInfo, cl.get(), CL_EVENT_COMMAND_EXECUTION_STATUS),
                       std::memory_order_release);
  }
  return known_status.load(std::memory_order_acquire);
}

void event_impl::wait() const {
  check_executed();
  if (!cl) {
    return;
  }
  const cl_event one = cl.get();
  const cl_int result = clWaitForEvents(1, &one);
  // The command's failure is an asynchronous error, which the queue reports.
  if (result != CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST) {
    check(result, "clWaitForEvents");
  }
}

owned_event event_impl::in(context_impl& other) const {
  if (queue_of->context_of->cl.get() == other.cl.get()) {
    check(clRetainEvent(cl.get()), "clRetainEvent");
    return owned_event(cl.get());
  }
  cl_int result = CL_SUCCESS;
  owned_event made(clCreateUserEvent(other.cl.get(), &result));
  check(result, "clCreateUserEvent");
  check(clRetainEvent(made.get()), "clRetainEvent"); // for the callback
  const auto complete = [](cl_event, cl_int ended, void* data) {
    const auto user = static_cast<cl_event>(data);
    (void)clSetUserEventStatus(user, ended < 0 ? ended : CL_COMPLETE);
    (void)clReleaseEvent(user);
  };
  check(clSetEventCallback(cl.get(), CL_COMPLETE, complete, made.get()), "clSetEventCallback");
  return made;
}

} // namespace detail

event::event()
    : impl(detail::ref<detail::event_impl>::adopt(new detail::event_impl({}, nullptr))) {}

void event::wait() {
  if (impl) {
    impl->wait();
    if (impl->queue_of) {
      impl->queue_of->forget(*impl);
    }
  }
}

void event::wait(const std::vector<event>& all) {
  for (event one : all) {
    one.wait();
  }
}

void event::wait_and_throw() {
  wait();
  if (impl && impl->queue_of) {
    if (impl->needs) {
      for (const auto& one : impl->needs->other_queues) {
        one->forget_ended();
        one->throw_asynchronous();
      }
    }
    impl->queue_of->throw_asynchronous();
  }
}

void event::wait_and_throw(const std::vector<event>& all) {
  for (event one : all) {
    one.wait_and_throw();
  }
}

std::vector<event> event::get_wait_list() {
  std::vector<event> list;
  if (impl && impl->queue_of) {
    for (auto& one : impl->queue_of->list_after(*impl)) {
      list.push_back(detail::event_impl::handle(std::move(one)));
    }
  }
  return list;
}

template <>
info::event_command_status event::get_info<info::event::command_execution_status>() const {
  const cl_int status = impl ? impl->status() : CL_COMPLETE;
  return status <= CL_COMPLETE  ? info::event_command_status::complete
         : status == CL_RUNNING ? info::event_command_status::running
                                : info::event_command_status::submitted;
}

namespace {

uint64_t profiling(const detail::event_impl* impl, cl_profiling_info name) {
  if (impl) {
    impl->check_executed();
  }
  if (impl && impl->of_graph && !impl->of_graph->has_times) {
    throw exception(make_error_code(errc::invalid),
                    "the event has no profiling information: the graph needs "
                    "property::graph::enable_profiling when it is finalized");
  }
  const bool has_parts = impl && impl->of_graph && impl->of_graph->first;
  if (!impl || !impl->cl || (impl->is_host_task && !has_parts) ||
      !impl->queue_of->properties.has_property<property::queue::enable_profiling>()) {
    throw exception(make_error_code(errc::invalid),
                    "the event has no profiling information: the queue needs "
                    "property::queue::enable_profiling");
  }
  impl->wait();
  const auto& asked = !has_parts                         ? impl->cl
                      : name == CL_PROFILING_COMMAND_END ? impl->of_graph->last
                                                         : impl->of_graph->first;
  return detail::query<cl_ulong>(clGetEventProfilingInfo, asked.get(), name);
}

} // namespace

template <> uint64_t event::get_profiling_info<info::event_profiling::command_submit>() const {
  return profiling(impl ? impl.get() : nullptr, CL_PROFILING_COMMAND_SUBMIT);
}
template <> uint64_t event::get_profiling_info<info::event_profiling::command_start>() const {
  return profiling(impl ? impl.get() : nullptr, CL_PROFILING_COMMAND_START);
}
template <> uint64_t event::get_profiling_info<info::event_profiling::command_end>() const {
  return profiling(impl ? impl.get() : nullptr, CL_PROFILING_COMMAND_END);
}

} // namespace lw1
} // namespace sycl
