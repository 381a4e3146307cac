// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The ends of commands and dispatches, and waiting for them.
#include "commands/command_buffer.h"

#include "cargo/lock_soon.h"

#include <algorithm>
#include <chrono>
#include <sys/prctl.h>
#include <utility>

namespace cuda {
namespace {

/// The time for which a waiting thread polls marks before it sleeps between polls: longer than most
/// launches take.
constexpr uint64_t spin_time = 2'000'000;
/// The same of the watcher, after it has seen a mark: chains of short launches go on by then.
constexpr uint64_t watch_spin_time = 50'000;
/// The times for which they then sleep.
constexpr std::chrono::microseconds shortest_nap(20), longest_nap(200);
/// The times between looks at the clock, of a thread that waits, in polls.
constexpr unsigned polls_by_time = 16;
/// How long words are looked at before the driver is asked, which takes as long as a short kernel:
/// after a fault nothing writes them. Where streams are given more all the time it is asked seldom.
/// And the looks between those at the clock.
constexpr uint64_t query_interval = 20'000, seldom_query_interval = 1'000'000;
constexpr uint32_t looks_by_time = 16;
/// How long the ends of dispatches for which nobody waits are left without a place of their own,
/// and how long the watcher leaves those to a thread that probably waits for them.
constexpr uint64_t open_time = 30'000;
/// The time for which the watcher stays awake when there is nothing to look at.
constexpr uint64_t awake_time = 3'000'000;
/// From a dispatch to its end it takes so long if its commands have nothing to do.
constexpr uint64_t empty_dispatch_time = 8'000;

} // namespace

/// The outcome of what comes before a stream's first mark; cuda_error_not_ready while it has none.
CUresult Engine::outcome_of_first_mark(Stream& stream) {
  if (ended_with != cuda_success) {
    return ended_with;
  }
  const Mark* const settled = stream.first_settled();
  if (settled == nullptr) {
    return cuda_error_not_ready;
  }
  if (settled->number != 0) {
    if (Stream::has_reached(*stream.word, settled->number)) {
      return cuda_success;
    }
    if (!queries) {
      return cuda_error_not_ready;
    }
    const Current current(cu, context);
    const CUresult result = cu.stream_query(stream.handle);
    last_query = now();
    return result;
  }
  const Current current(cu, context);
  return settled->event != nullptr ? cu.event_query(settled->event) : cuda_success;
}

/// Takes the first mark of a stream that has happened, if there is one.
bool Engine::next_mark(Mark& out, CUresult& out_result) {
  const Lock held = cargo::lock_soon(lock);
  if (std::exchange(closes, false)) {
    close_all();
  }
  for (const auto& stream : streams) {
    if (stream->marks.empty()) {
      continue;
    }
    const CUresult result = outcome_of_first_mark(*stream);
    if (result == cuda_error_not_ready) {
      continue;
    }
    note_end(result); // of everything that is on its way, in this context
    out = stream->marks.front();
    out_result = result;
    stream->marks.pop_front();
    note_first(*stream);
    return true;
  }
  return false;
}

/// Whether it is worth to take the lock and look. Under `polling`.
bool Engine::may_have_marks() {
  queries = closes = false;
  bool any = false;
  for (size_t i = 0; i < max_streams; ++i) {
    const uint64_t first = first_marks[i].load(std::memory_order_acquire);
    if (first == other_mark) {
      return true;
    }
    if (first == open_mark) {
      any = true;
      closes = waiting != 0 || now() - last_open.load(std::memory_order_relaxed) >= open_time;
      if (closes) {
        return true;
      }
    } else if (first == later_mark) {
      any = true;
    } else if (first != no_mark) {
      any = true;
      if (Stream::has_reached(words[i * words_apart], static_cast<uint32_t>(first))) {
        return true;
      }
    }
  }
  if (!any || lost || ++looks % looks_by_time != 0) {
    return any && lost;
  }
  const uint64_t time = now();
  const bool is_late = time - last_mark.load(std::memory_order_relaxed) >= query_interval;
  queries = time - last_query >= (is_late ? query_interval : seldom_query_interval);
  return queries;
}

thread_local const Engine* Engine::polling_here = nullptr;

bool Engine::poll() {
  if (polling_here == this) {
    return false; // it waits in a callback, which it must not
  }
  const std::unique_lock alone(polling, std::try_to_lock);
  if (!alone.owns_lock() || !may_have_marks()) {
    return false;
  }
  const Engine* outer = std::exchange(polling_here, this);
  bool any = false;
  Mark mark;
  CUresult result = cuda_success;
  while (next_mark(mark, result)) {
    any = true;
    pass(mark, result);
    if (!may_have_marks()) {
      break;
    }
  }
  polling_here = outer;
  return any;
}

/// Tells commands whose end has been seen what they took, before anybody else is told of it: each
/// the same share of the time for which all others had to wait for them.
void Engine::share_time(const Mark& mark) {
  if (mark.first_ended == mark.end_ended) {
    return;
  }
  const uint64_t end = now();
  const uint64_t begin = std::max(last_end.exchange(end, std::memory_order_relaxed),
                                  mark.dispatch->start_time + empty_dispatch_time);
  const uint64_t share = begin < end ? (end - begin) / (mark.end_ended - mark.first_ended) : 0;
  for (size_t i = mark.first_ended; i < mark.end_ended; ++i) {
    mark.dispatch->commands[i]->add_time(share);
  }
}

void Engine::pass(Mark& mark, CUresult result) {
  CommandBuffer& buffer = *mark.dispatch;
  uint64_t time = mark.is_timed ? now() : 0;
  if (mark.event != nullptr && result == cuda_success && mark.is_timed) {
    const Current current(cu, context);
    time = clock.time_of(cu, mark.event, buffer.start_time); // which costs as much as a launch
  }
  if (mark.event != nullptr) {
    const Lock held = cargo::lock_soon(lock);
    events[mark.is_timed].push_back(mark.event);
  }
  const mux_result_t status = result == cuda_success
                                  ? mux_success
                                  : (ends_context(result) ? mux_error_fault : result_of(result));
  share_time(mark);
  for (size_t i = mark.first_ended; i < mark.end_ended; ++i) {
    end_command(buffer, *buffer.commands[i], status, time);
  }
  if (mark.begins) {
    Command& command = *buffer.commands[mark.end_ended];
    command.start_time = time;
    if (result == cuda_success && command.has_begun) {
      command.report({mux_command_stage_running, mux_success, command.start_time, 0, 0, nullptr});
    }
  }
  switch (mark.then) {
  case Mark::Then::nothing:
    break;
  case Mark::Then::resume: {
    const Lock held = cargo::lock_soon(lock);
    add_work({&buffer, nullptr});
    break;
  }
  case Mark::Then::count:
    count_end(buffer, *buffer.commands[mark.first_ended]);
    break;
  case Mark::Then::finish:
    finish(buffer);
    break;
  }
}

void Engine::end_command(CommandBuffer& buffer, Command& command, mux_result_t result,
                         uint64_t time) {
  if (command.is_submitted) {
    command.outcome = command.finish(buffer.owner(), result, time);
    if (command.outcome == mux_success && buffer.cancelled) {
      command.outcome = mux_error_cancelled;
    }
  }
  if (command.outcome != mux_success) {
    mux_result_t none = mux_success;
    buffer.status.compare_exchange_strong(none, command.outcome);
  }
  const uint64_t start = command.has_begun && command.start_time != 0 ? command.start_time : time;
  command.report({mux_command_stage_complete, command.outcome, start, time, time, nullptr});
  if (command.fence != nullptr) {
    const Lock held = cargo::lock_soon(lock);
    signal_locked(*command.fence, command.outcome);
  }
}

void Engine::signal_locked(Fence& fence, mux_result_t status) {
  fence.status = status;
  fence.state.store(Fence::State::signalled, std::memory_order_release);
}

void Engine::finish(CommandBuffer& buffer) {
  if (!buffer.signals.empty()) {
    const Lock held = cargo::lock_soon(lock);
    for (Semaphore* semaphore : std::exchange(buffer.signals, {})) {
      semaphore->state = Semaphore::State::signalled;
      semaphore->signaller = nullptr;
      for (CommandBuffer* waiter : std::exchange(semaphore->waiters, {})) {
        if (--waiter->pending_waits == 0) {
          const Current current(cu, context);
          start(*waiter, nullptr);
        }
      }
    }
  }
  // The buffer is its owner's again once `running` is false.
  const uint64_t ticket = buffer.ticket;
  const mux_result_t status = buffer.status;
  const mux_dispatch_callback_t call = buffer.callback;
  void* call_data = buffer.user_data;
  Fence* last = buffer.fence;
  buffer.running = false;
  if (call != nullptr) {
    call(&buffer, status, call_data);
  }
  const Lock held = cargo::lock_soon(lock);
  if (last != nullptr) {
    signal_locked(*last, status);
  }
  outstanding.erase(std::ranges::lower_bound(outstanding, ticket));
  changed.notify_all();
}

bool Engine::wait(const Fence& fence, uint64_t deadline) {
  ++waiting;
  ++waits_begun;
  uint64_t begin = 0;
  for (unsigned polls = 0; !fence.is_signalled();) {
    if (submit_queued() || poll() || ++polls % polls_by_time != 0) {
      continue;
    }
    const uint64_t time = now();
    begin = begin != 0 ? begin : time;
    if (time >= deadline) {
      break;
    }
    if (time - begin > spin_time) {
      std::this_thread::sleep_for(shortest_nap);
    }
  }
  --waiting;
  return fence.is_signalled();
}

void Engine::wait_all() {
  Lock held(lock);
  close_all();
  const uint64_t end = next_ticket;
  changed.wait(held, [&] { return outstanding.empty() || outstanding.front() >= end; });
}

/// Looks at marks that nobody waits for. Between dispatches that follow one another soon it is
/// awake, if only now and then, so that whoever dispatches need not wake it.
void Engine::watch() {
  prctl(PR_SET_TIMERSLACK, 1); // or naps last 50 us longer than they are to
  uint64_t last = now();
  auto nap = shortest_nap;
  while (!stops) {
    const bool is_needed =
        waiting == 0 && now() - last_awaited.load(std::memory_order_relaxed) >= open_time;
    if (is_needed && poll()) {
      last = now();
      nap = shortest_nap;
      continue;
    }
    if (sleep_if_idle(last)) {
      last = now();
      nap = shortest_nap;
    } else if (is_needed && now() - last < watch_spin_time) {
      std::this_thread::yield();
    } else {
      std::this_thread::sleep_for(waiting == 0 ? nap : longest_nap);
      nap = std::min(nap * 5 / 4, longest_nap);
    }
  }
}

/// Sleeps until there are marks, if there have been none since long before `last`; false if not.
bool Engine::sleep_if_idle(uint64_t last) {
  Lock held(lock);
  if (has_marks_left() || now() - last < awake_time) {
    return false;
  }
  watcher_sleeps = true;
  has_marks.wait(held, [&] { return stops || has_marks_left(); });
  watcher_sleeps = false;
  return true;
}

} // namespace cuda
