// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The worker: a thread that runs the commands which need one, and puts dispatches that follow one
// another quickly on their streams, so that whoever dispatches has time for the next ones.
#include "commands/command_buffer.h"

#include "cargo/lock_soon.h"

#include <algorithm>
#include <utility>

namespace cuda {
namespace {

/// Dispatches so soon after one another are a chain, if nobody waits in between.
constexpr uint64_t chain_time = 30'000;
/// The time for which the worker stays awake for the next dispatch of a chain.
constexpr uint64_t work_spin_time = 60'000;

/// Whether the worker can put all commands on a stream without an interruption.
bool is_plain(const CommandBuffer& buffer) {
  return buffer.has_one_stream() && std::ranges::none_of(buffer.commands, [&](const auto& command) {
           return command->needs_thread(buffer.owner()) || command->reads_host_memory();
         });
}

} // namespace

void Engine::add_work(Work given) {
  work_list.push_back(given);
  ++work_left;
  if (worker_sleeps) {
    has_work.notify_one();
  }
}

Engine::Work Engine::take_work() {
  const Work taken = work_list.front();
  work_list.pop_front();
  --work_left;
  return taken;
}

/// Whether the worker is to submit a dispatch that may start. What goes behind another one that the
/// worker has yet to submit has to be left to it. It takes as long as several launches to wake the
/// worker; a thread that waits meanwhile submits them itself.
bool Engine::leaves_to_worker(const CommandBuffer& buffer, const CommandBuffer* behind) {
  const uint64_t time = buffer.start_time;
  const bool is_chain =
      time - std::exchange(last_dispatch, time) < chain_time && !buffer.is_awaited;
  if (behind != nullptr && behind->is_queued) {
    return true;
  }
  return has_more_cpus && is_chain && is_plain(buffer) && buffer.is_quiet;
}

/// Whether one can go behind another that is not wholly on its stream yet.
bool Engine::can_queue_behind(const CommandBuffer& buffer, const CommandBuffer& other) {
  return other.is_queued && is_plain(buffer);
}

/// Submits the next dispatch that the worker has been left, unless it is at work; false if there is
/// none.
bool Engine::submit_queued() {
  if (work_left == 0) {
    return false;
  }
  const Lock held = cargo::lock_soon(lock);
  if (works || work_list.empty() || !work_list.front().is_submission) {
    return false;
  }
  const Current current(cu, context);
  advance(*take_work().dispatch);
  return true;
}

void Engine::run_by_thread(CommandBuffer& buffer, Command& command) {
  {
    const Lock held(lock);
    command.outcome = obstacle(buffer, command);
  }
  if (command.outcome == mux_success) {
    command.start_time = now();
    command.report({mux_command_stage_running, mux_success, command.start_time, 0, 0, nullptr});
    Launches on(buffer, buffer.stream->handle);
    command.start(buffer, on);
    static_cast<void>(on.flush());
  }
  end_command(buffer, command, mux_success, now());
}

/// Runs the next command of a dispatch that is in order, if it is one that needs a thread.
void Engine::go_on(CommandBuffer& buffer) {
  Command& command = *buffer.commands[buffer.next];
  buffer.has_unfinished_reads = false;
  if (command.needs_thread(buffer.owner())) {
    run_by_thread(buffer, command);
    buffer.first_open = ++buffer.next;
  }
}

void Engine::wait_for_work(Lock& held, bool soon) {
  if (soon) {
    held.unlock();
    const uint64_t begin = now();
    while (work_left == 0 && !stops && now() - begin < work_spin_time) {
      std::this_thread::yield();
    }
    held = cargo::lock_soon(lock);
  }
  worker_sleeps = true;
  has_work.wait(held, [&] { return stops || !work_list.empty(); });
  worker_sleeps = false;
}

void Engine::work() {
  Lock held(lock);
  bool in_chain = false;
  for (;;) {
    wait_for_work(held, in_chain);
    if (stops) {
      return;
    }
    const Work given = take_work();
    works = true;
    const Current current(cu, context);
    in_chain = given.is_submission;
    if (given.is_submission) {
      advance(*given.dispatch, given.dispatch->is_quiet ? &held : nullptr);
    } else if (given.command != nullptr) {
      held.unlock();
      run_by_thread(*given.dispatch, *given.command);
      count_end(*given.dispatch, *given.command);
      held.lock();
    } else {
      held.unlock();
      go_on(*given.dispatch);
      held.lock();
      advance(*given.dispatch);
    }
    works = false;
  }
}

} // namespace cuda
