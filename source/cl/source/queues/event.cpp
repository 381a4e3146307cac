// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "queues/event.h"

#include "info.h"
#include "queues/batch.h"
#include "queues/queue.h"
#include "queues/timeline.h"

#include "cargo/small_vector.h"

#include <algorithm>

namespace cl {

Event::Event(retained<Context> in_context)
    : context(in_context.get()), type(CL_COMMAND_USER), profiled(false), label(nullptr),
      own_context(std::move(in_context)), current(CL_SUBMITTED) {}

Event::Event(retained<Context> in_context, cl_command_type in_type, const Device* timer)
    : context(in_context.get()), type(in_type), profiled(timer != nullptr), label(nullptr),
      own_context(std::move(in_context)), current(CL_QUEUED) {
  if (timer) {
    times[0] = timer->now();
  }
}

namespace {
thread_local unsigned callbacks_below = 0; ///< of the application, which this thread is in
} // namespace

bool Event::is_calling_back() { return callbacks_below != 0; }

Event::Event(Queue& in_queue, cl_command_type in_type, const char* in_label)
    : queue(&in_queue), context(in_queue.context.get()), type(in_type),
      profiled(in_queue.profiled()), label(in_label), current(CL_QUEUED) {
  if (in_queue.timed()) {
    times[0] = in_queue.device.now();
  }
}

Event::~Event() = default;

bool Event::lower(cl_int new_status) {
  cl_int old = current.load(std::memory_order_relaxed);
  do {
    if (old <= CL_COMPLETE || old <= new_status) {
      return false;
    }
  } while (!current.compare_exchange_weak(old, new_status));
  return true;
}

void Event::tell_watchers(cl_int new_status) {
  std::vector<retained<Batch>> batches;
  std::forward_list<Callback> due;
  {
    const std::lock_guard guard(lock);
    if (new_status <= CL_COMPLETE) {
      batches.swap(dependents);
    }
    for (auto before = callbacks.before_begin(); std::next(before) != callbacks.end();) {
      if (std::next(before)->trigger >= new_status) {
        due.splice_after(due.before_begin(), callbacks, before); // the oldest will be in front
      } else {
        ++before;
      }
    }
  }
  for (const auto& waiting : batches) {
    waiting->resolved(new_status);
  }
  for (const Callback& callback : due) {
    ++callbacks_below;
    callback.function(handle_of(this), new_status < 0 ? new_status : callback.trigger,
                      callback.data);
    --callbacks_below;
  }
}

cl_int Event::watch() {
  is_watched = true;
  return current;
}

void Event::reach(cl_int new_status) {
  if (lower(new_status)) {
    tell(new_status);
  }
}

bool Event::end(cl_int new_status, function_ref<void()> before) {
  if (trace::enabled()) {
    add_to_timeline(*this, new_status); // now: its label may go with the command
  }
  before();
  if (!lower(new_status)) {
    return false;
  }
  current.notify_all();
  tell(new_status);
  return true;
}

bool Event::set_by_application(cl_int new_status) {
  {
    const std::lock_guard guard(lock);
    if (std::exchange(is_set, true)) {
      return false;
    }
  }
  if (!end(new_status)) { // it has ended with its context
    const std::lock_guard guard(lock);
    current.store(new_status, std::memory_order_release);
  }
  return true;
}

void Event::wait() const {
  for (cl_int now = status(); now > CL_COMPLETE; now = status()) {
    current.wait(now, std::memory_order_acquire);
  }
}

void Event::call_when(cl_int trigger, Function function, void* data) {
  cl_int now = 0;
  {
    const std::lock_guard guard(lock);
    now = watch();
    if (now > trigger) {
      callbacks.push_front({trigger, function, data});
      return;
    }
  }
  function(handle_of(this), now < 0 ? now : trigger, data);
}

bool Event::add_dependent(Batch& waiting) {
  const std::lock_guard guard(lock);
  if (watch() <= CL_COMPLETE) {
    return false;
  }
  dependents.push_back(retained<Batch>(&waiting));
  return true;
}

expected<std::span<const cl_event>> check_wait_list(const Context& context, cl_uint count,
                                                    const cl_event* list) {
  if ((count == 0) != (list == nullptr)) {
    return fail(CL_INVALID_EVENT_WAIT_LIST);
  }
  const std::span events(list, count);
  for (const cl_event handle : events) {
    const Event* event = lookup<Event>(handle);
    if (!event) {
      return fail(CL_INVALID_EVENT_WAIT_LIST);
    }
    if (event->context != &context) {
      return fail(CL_INVALID_CONTEXT);
    }
  }
  return events;
}

KeptEvents keep(std::span<const cl_event> wait_list) {
  KeptEvents kept;
  for (const cl_event handle : wait_list) {
    if (auto event = find_alive<Event>(handle)) {
      if (kept.push_back(std::move(event)) != cargo::status::success) {
        throw std::bad_alloc();
      }
    }
  }
  return kept;
}

bool has_failed(std::span<const cl_event> wait_list) {
  return std::ranges::any_of(keep(wait_list),
                             [](const auto& event) { return event->status() < 0; });
}

namespace {

constexpr InfoRow<Event> rows[] = {
    {CL_EVENT_COMMAND_QUEUE,
     [](const Event& e, Answer& a) { return a.is(handle_of(e.queue.get())); }},
    {CL_EVENT_CONTEXT, [](const Event& e, Answer& a) { return a.is(handle_of(e.context)); }},
    {CL_EVENT_COMMAND_TYPE, [](const Event& e, Answer& a) { return a.is(e.type); }},
    {CL_EVENT_COMMAND_EXECUTION_STATUS, [](const Event& e, Answer& a) { return a.is(e.status()); }},
    {CL_EVENT_REFERENCE_COUNT, [](const Event& e, Answer& a) { return a.is(api_references(e)); }},
};

template <size_t Time> cl_int time(const Event& event, Answer& answer) {
  return answer.is(event.times[Time]);
}
constexpr InfoRow<Event> profiling_rows[] = {
    {CL_PROFILING_COMMAND_QUEUED, time<0>},
    {CL_PROFILING_COMMAND_SUBMIT, time<1>},
    {CL_PROFILING_COMMAND_START, time<2>},
    {CL_PROFILING_COMMAND_END, time<3>},
    {CL_PROFILING_COMMAND_COMPLETE,
     [](const Event& e, Answer& a) { return a.is(std::max(e.times[3], e.times[4])); }},
};

cl_int wait_for(std::span<const cl_event> handles) {
  cargo::small_vector<retained<Event>, 8> events;
  for (const cl_event handle : handles) {
    auto event = find_alive<Event>(handle);
    if (!event) {
      return CL_INVALID_EVENT;
    }
    if (!events.empty() && event->context != events[0]->context) {
      return CL_INVALID_CONTEXT;
    }
    if (events.push_back(std::move(event)) != cargo::status::success) {
      return CL_OUT_OF_HOST_MEMORY;
    }
  }
  for (const auto& event : events) {
    if (event->queue && !event->ended()) {
      event->queue->flush();
    }
  }
  cl_int result = CL_SUCCESS;
  for (const auto& event : events) {
    event->queue ? event->queue->wait(*event) : event->wait();
    if (event->status() < 0) {
      result = CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST;
    }
  }
  return result;
}

} // namespace
} // namespace cl

using namespace cl;

cl_int CL_API_CALL clWaitForEvents(cl_uint count, const cl_event* list) {
  return guarded([&] { return count == 0 || !list ? CL_INVALID_VALUE : wait_for({list, count}); });
}

cl_int CL_API_CALL clGetEventInfo(cl_event handle, cl_event_info name, size_t size, void* value,
                                  size_t* size_ret) {
  return guarded([&] {
    const Event* event = lookup<Event>(handle);
    if (event && event->queue && name == CL_EVENT_COMMAND_EXECUTION_STATUS &&
        event->status() == CL_QUEUED) {
      event->queue->flush(); // applications poll for the end of what they never flushed
    }
    return event ? answer_info<Event>(rows, name, {size, value, size_ret}, *event)
                 : CL_INVALID_EVENT;
  });
}

cl_int CL_API_CALL clRetainEvent(cl_event handle) { return api_retain<Event>(handle); }

cl_int CL_API_CALL clReleaseEvent(cl_event handle) { return api_release<Event>(handle); }

cl_int CL_API_CALL clSetEventCallback(cl_event handle, cl_int trigger, Event::Function function,
                                      void* user_data) {
  return guarded([&]() -> cl_int {
    Event* event = lookup<Event>(handle);
    if (!event) {
      return CL_INVALID_EVENT;
    }
    if (!function || trigger < CL_COMPLETE || trigger > CL_SUBMITTED) {
      return CL_INVALID_VALUE;
    }
    event->call_when(trigger, function, user_data);
    return CL_SUCCESS;
  });
}

cl_int CL_API_CALL clGetEventProfilingInfo(cl_event handle, cl_profiling_info name, size_t size,
                                           void* value, size_t* size_ret) {
  return guarded([&]() -> cl_int {
    const Event* event = lookup<Event>(handle);
    if (!event) {
      return CL_INVALID_EVENT;
    }
    if (!event->profiled || event->status() != CL_COMPLETE) {
      return CL_PROFILING_INFO_NOT_AVAILABLE;
    }
    return answer_info<Event>(profiling_rows, name, {size, value, size_ret}, *event);
  });
}
