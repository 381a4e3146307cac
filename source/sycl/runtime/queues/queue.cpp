// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "graphs/graph.h"
#include "queues/commands.h"
#include "sycl/ext/oneapi/queue_properties.hpp"

#include <algorithm>
#include <cstdio>

namespace sycl {
inline namespace lw1 {
namespace detail {

namespace {

cl_queue_priority_khr priority_of(const property_list& properties) {
  namespace property = ext::oneapi::property::queue;
  return properties.has_property<property::priority_low>()    ? CL_QUEUE_PRIORITY_LOW_KHR
         : properties.has_property<property::priority_high>() ? CL_QUEUE_PRIORITY_HIGH_KHR
                                                              : CL_QUEUE_PRIORITY_MED_KHR;
}

} // namespace

queue_impl::queue_impl(ref<context_impl> in, ref<device_impl> on, async_handler asynchronous,
                       property_list with)
    : context_of(std::move(in)), device_of(std::move(on)), handler(std::move(asynchronous)),
      properties(std::move(with)), in_order(properties.has_property<property::queue::in_order>()) {
  if (!context_of->has(*device_of)) {
    throw exception(make_error_code(errc::invalid),
                    "the queue's device is not one of its context's");
  }
  cl_command_queue_properties bits = in_order ? 0 : CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE;
  if (properties.has_property<property::queue::enable_profiling>()) {
    bits |= CL_QUEUE_PROFILING_ENABLE;
  }
  // Without a priority the list ends after the first property.
  const cl_queue_priority_khr priority =
      device_of->has_extension("cl_khr_priority_hints") ? priority_of(properties) : 0;
  const bool is_usual = priority == 0 || priority == CL_QUEUE_PRIORITY_MED_KHR;
  const cl_queue_properties list[] = {CL_QUEUE_PROPERTIES, bits,
                                      is_usual ? 0 : cl_queue_properties(CL_QUEUE_PRIORITY_KHR),
                                      priority, 0};
  cl_int status = CL_SUCCESS;
  cl = owned_queue(
      clCreateCommandQueueWithProperties(context_of->cl.get(), device_of->id, list, &status));
  check(status, "clCreateCommandQueueWithProperties");
}

namespace {

bool is_in_order(cl_command_queue queue) {
  return !(query<cl_command_queue_properties>(clGetCommandQueueInfo, queue, CL_QUEUE_PROPERTIES) &
           CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE);
}

} // namespace

queue_impl::queue_impl(ref<context_impl> in, ref<device_impl> on, async_handler asynchronous,
                       owned_queue take)
    : context_of(std::move(in)), device_of(std::move(on)), handler(std::move(asynchronous)),
      in_order(is_in_order(take.get())), cl(std::move(take)) {}

queue_impl::~queue_impl() { (void)clFlush(cl.get()); }

queue_handle::~queue_handle() {
  {
    const std::lock_guard lock(queue->mutex);
    if (queue->owner == this) {
      queue->owner = nullptr;
    }
  }
  queue->close();
}

queue queue_impl::handle() {
  const std::lock_guard lock(mutex);
  if (owner && owner->try_retain()) {
    return queue(ref<queue_handle>::adopt(owner));
  }
  owner = new queue_handle(ref<queue_impl>::share(this));
  return queue(ref<queue_handle>::adopt(owner));
}

void queue_impl::remember(const ref<event_impl>& command) {
  if (command->is_host_task) {
    has_had_host_tasks = true;
  }
  remembered.push(command);
  if (in_order ? command->is_host_task : command->is_barrier) {
    const std::lock_guard lock(mutex);
    last = command;
    has_last = true;
  }
  const size_t number = about_remembered.load(std::memory_order_relaxed) + 1;
  about_remembered.store(number, std::memory_order_relaxed);
  if (number >= sweep_at.load(std::memory_order_relaxed)) {
    forget_ended();
  }
}

void queue_impl::list_remembered() {
  command_list added(remembered.take_all());
  running.take(added);
}

void queue_impl::forget(const event_impl& ended) {
  (void)ended.status();
  remains gone;
  const std::lock_guard lock(mutex);
  list_remembered();
  if (ref<event_impl> command = running.remove(ended)) {
    const size_t number = about_remembered.load(std::memory_order_relaxed);
    about_remembered.store(number - (number != 0), std::memory_order_relaxed);
    note_end(*command, gone);
    gone.events.push(std::move(command));
  }
}

void queue_impl::forget_ended() {
  for (const auto& one : list_running()) {
    (void)one->status();
  }
  remains gone;
  const std::lock_guard lock(mutex);
  list_remembered();
  sort_out(gone);
}

void queue_impl::sort_out(remains& gone) {
  command_list oldest_first;
  while (!running.empty()) {
    oldest_first.push(running.pop());
  }
  size_t left = 0;
  while (!oldest_first.empty()) {
    ref<event_impl> one = oldest_first.pop();
    if (one->is_known_to_have_ended()) {
      note_end(*one, gone);
      gone.events.push(std::move(one));
    } else {
      running.push(std::move(one));
      ++left;
    }
  }
  if (last && last->is_known_to_have_ended()) {
    gone.last = std::move(last);
    has_last = false;
  }
  about_remembered.store(left, std::memory_order_relaxed);
  sweep_at.store(std::max(first_sweep, 2 * left), std::memory_order_relaxed);
}

void queue_impl::note_end(event_impl& ended, remains& gone) {
  if (const cl_int status = ended.status(); status < 0) {
    errors.push_back(std::make_exception_ptr(
        exception(context_of->handle(), make_error_code(errc_of(status)),
                  std::string("a command failed on the device with ") + name_of_status(status) +
                      " (" + std::to_string(status) + ")")));
  }
  if (ended.needs) {
    std::ranges::move(ended.needs->after, std::back_inserter(gone.after));
    std::ranges::move(ended.needs->kept, std::back_inserter(gone.kept));
    ended.needs->after.clear();
    ended.needs->kept.clear();
  }
}

void queue_impl::close() noexcept {
  try {
    forget_ended();
    if (const auto rest = list_running(); !rest.empty()) {
      run_host_task(*this, wait_list(*this, rest), {}, [this] { close(); });
    }
  } catch (...) {
    return; // a fault has ended the context; what is left stays
  }
}

std::vector<ref<event_impl>> queue_impl::list_running() {
  std::vector<ref<event_impl>> list;
  const std::lock_guard lock(mutex);
  list_remembered();
  running.each([&](event_impl& one) { list.push_back(ref<event_impl>::share(&one)); });
  return list;
}

std::vector<ref<event_impl>> queue_impl::list_after(const event_impl& command) const {
  const std::lock_guard lock(mutex);
  return command.needs ? command.needs->after : std::vector<ref<event_impl>>();
}

ref<event_impl> queue_impl::running_last() {
  if (!has_last) {
    return {};
  }
  ref<event_impl> found; // released without the lock
  {
    const std::lock_guard lock(mutex);
    found = last;
  }
  if (!found || found->status() > CL_COMPLETE) {
    return found;
  }
  const std::lock_guard lock(mutex);
  if (last == found) {
    last = {};
    has_last = false;
  }
  return {};
}

std::unique_lock<std::mutex> queue_impl::lock_order() { return std::unique_lock(order); }

void queue_impl::add_error(std::exception_ptr error) {
  const std::lock_guard lock(mutex);
  errors.push_back(std::move(error));
}

ref<graph_impl> queue_impl::recording() const {
  if (!is_recording()) {
    return {};
  }
  const std::lock_guard lock(mutex);
  return records_to;
}

bool queue_impl::start_recording(const ref<graph_impl>& to) {
  const std::lock_guard lock(mutex);
  if (records_to) {
    return false;
  }
  records_to = to;
  records = true;
  return true;
}

void queue_impl::stop_recording() {
  ref<graph_impl> before; // released without the lock
  const std::lock_guard lock(mutex);
  std::swap(before, records_to);
  records = false;
}

std::vector<ref<event_impl>> queue_impl::running_host_tasks() {
  std::vector<ref<event_impl>> list;
  if (has_had_host_tasks) {
    list = list_running();
    std::erase_if(list, [](const auto& one) { return !one->is_host_task; });
  }
  return list;
}

void queue_impl::wait() {
  if (is_recording()) {
    throw exception(make_error_code(errc::invalid),
                    "a wait for a queue that records to a graph: none of its commands runs");
  }
  const cl_int finished = clFinish(cl.get());    // fails in a context that a kernel's fault ended
  for (const auto& one : running_host_tasks()) { // of which clFinish knows nothing
    one->wait();
  }
  // They stay in the list, for other threads that wait for the queue, until it is known how they
  // ended. Those that still run are of other threads, behind clFinish.
  forget_ended();
  const std::lock_guard lock(mutex);
  if (finished != CL_SUCCESS && errors.empty()) {
    errors.push_back(std::make_exception_ptr(
        exception(context_of->handle(), make_error_code(errc_of(finished)),
                  std::string("clFinish failed with ") + name_of_status(finished))));
  }
}

void queue_impl::throw_asynchronous() {
  exception_list list;
  {
    const std::lock_guard lock(mutex);
    list.list.swap(errors);
  }
  if (list.size() == 0) {
    return;
  }
  if (handler) {
    handler(std::move(list));
  } else if (context_of->handler) {
    context_of->handler(std::move(list));
  } else {
    for (const std::exception_ptr& one : list) {
      try {
        std::rethrow_exception(one);
      } catch (const std::exception& error) {
        std::fprintf(stderr, "oclsycl: asynchronous error, and no async_handler: %s\n",
                     error.what());
      } catch (...) {
        std::fprintf(stderr, "oclsycl: asynchronous error of an unknown type, and no "
                             "async_handler\n");
      }
    }
    std::terminate();
  }
}

} // namespace detail

queue::queue(const device& on, const async_handler& handler, const property_list& properties) {
  auto of = detail::device_impl::share(on);
  auto in = of->parent ? detail::ref<detail::context_impl>::adopt(
                             new detail::context_impl({of}, async_handler()))
                       : of->platform_of.default_context();
  *this = detail::ref<detail::queue_impl>::adopt(
              new detail::queue_impl(std::move(in), std::move(of), handler, properties))
              ->handle();
}

queue::queue(const context& in, const device& on, const async_handler& handler,
             const property_list& properties)
    : queue(detail::ref<detail::queue_impl>::adopt(
                new detail::queue_impl(detail::context_impl::share(in),
                                       detail::device_impl::share(on), handler, properties))
                ->handle()) {}

context queue::get_context() const { return impl->queue->context_of->handle(); }
device queue::get_device() const { return impl->queue->device_of->handle(); }
bool queue::is_in_order() const { return impl->queue->in_order; }
const property_list& queue::properties() const noexcept { return impl->queue->properties; }
template <> context queue::get_info<info::queue::context>() const { return get_context(); }
template <> device queue::get_info<info::queue::device>() const { return get_device(); }

void queue::wait() { impl->queue->wait(); }
void queue::wait_and_throw() {
  impl->queue->wait();
  impl->queue->throw_asynchronous();
}
void queue::throw_asynchronous() { impl->queue->throw_asynchronous(); }

} // namespace lw1
} // namespace sycl
