// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// One dispatch of a command buffer, from muxDispatch to its last signal.
#include "commands/command_buffer.h"
#include "threads/clock.h"

#include <algorithm>

using namespace host;

namespace host {

void CommandBuffer::start(const Lock& lock, Scheduler::Telling telling) {
  for (Command* root : roots) {
    if (by_caller != nullptr) {
      by_caller->tasks.push_back(*root);
    } else {
      scheduler().push(lock, queue->domain, *root, telling);
    }
  }
}

void CommandBuffer::push_next(const Lock& lock, Command& command) {
  if (by_caller != nullptr) {
    by_caller->tasks.push_back(command);
  } else {
    scheduler().push_next(lock, queue->domain, command);
  }
}

void CommandBuffer::signal(Fence& signalled, mux_result_t result) {
  signalled.armed = false;
  signalled.status = result;
  signalled.event.raise();
}

void CommandBuffer::command_ended(Lock& lock, mux_result_t result) {
  if (status == mux_success) {
    status = result;
  }
  if (--remaining != 0) {
    return;
  }
  if (!signals.empty()) {
    lock.unlock();
    signal_semaphores();
    lock.lock();
  }
  // The buffer is its owner's again once `running` is false.
  if (CallersDispatch* callers = std::exchange(by_caller, nullptr)) {
    callers->over = true;
  }
  QueueShard& left = queue->shards[shard];
  const uint64_t left_ticket = ticket;
  const mux_result_t left_status = status;
  const mux_dispatch_callback_t call = callback;
  void* call_data = user_data;
  Fence* last = fence;
  running = false;
  if (call != nullptr) {
    lock.unlock();
    call(this, left_status, call_data);
    lock.lock();
  }
  if (last != nullptr) {
    signal(*last, left_status);
  }
  left.leave(left_ticket);
}

/// Starts the dispatches that have waited for this one alone. With no lock held, since it may be in
/// other shards.
void CommandBuffer::signal_semaphores() {
  SemaphoreWait* ready = nullptr;
  {
    const std::lock_guard held(owner().semaphores);
    for (Semaphore* semaphore : signals) {
      semaphore->state = Semaphore::State::signalled;
      for (SemaphoreWait* wait = std::exchange(semaphore->waits, nullptr); wait != nullptr;) {
        SemaphoreWait& over = *wait;
        wait = wait->next;
        if (--over.waiter->pending_waits == 0) {
          over.next = std::exchange(ready, &over);
        }
      }
    }
  }
  while (ready != nullptr) {
    CommandBuffer& waiter = *ready->waiter;
    ready = ready->next; // the waiter may be over as soon as it has started
    const Lock held = scheduler().lock(waiter.shard);
    waiter.start(held);
  }
}

namespace {

/// Takes fences for a dispatch, or none of them.
bool arm_fences(CommandBuffer& buffer) {
  size_t armed = 0;
  while (armed < buffer.fences.size() && buffer.fences[armed]->arm()) {
    ++armed;
  }
  const bool all =
      armed == buffer.fences.size() && (buffer.fence == nullptr || buffer.fence->arm());
  if (!all) {
    while (armed > 0) {
      buffer.fences[--armed]->armed = false;
    }
    return false;
  }
  for (Fence* fence : buffer.fences) {
    fence->shard = buffer.shard;
  }
  if (buffer.fence != nullptr) {
    buffer.fence->shard = buffer.shard;
  }
  return true;
}

void disarm_fences(CommandBuffer& buffer) {
  for (Fence* fence : buffer.fences) {
    fence->armed = false;
  }
  if (buffer.fence != nullptr) {
    buffer.fence->armed = false;
  }
}

/// Takes semaphores for a dispatch, or none of them. Under their lock.
bool arm_semaphores(CommandBuffer& buffer) {
  for (const Semaphore* semaphore : buffer.signals) {
    if (semaphore->state != Semaphore::State::reset) {
      return false;
    }
  }
  for (Semaphore* semaphore : buffer.signals) {
    semaphore->state = Semaphore::State::armed;
  }
  return true;
}

/// Puts the dispatch into the lists of semaphores that are not signalled. Under their lock.
void wait_for(CommandBuffer& buffer) {
  for (SemaphoreWait& wait : buffer.waits) {
    Semaphore& semaphore = *wait.semaphore;
    if (semaphore.state != Semaphore::State::signalled) {
      wait.next = std::exchange(semaphore.waits, &wait);
      ++buffer.pending_waits;
    }
  }
}

/// The part of a dispatch that needs no lock, as no other thread may use the buffer meanwhile.
mux_result_t prepare(CommandBuffer& buffer, const mux_semaphore_t* wait_semaphores,
                     uint64_t wait_semaphores_length, const mux_semaphore_t* signal_semaphores,
                     uint64_t signal_semaphores_length) {
  if (buffer.waits.resize(wait_semaphores_length) != cargo::status::success ||
      buffer.signals.resize(signal_semaphores_length) != cargo::status::success) {
    return mux_error_out_of_memory;
  }
  for (uint64_t i = 0; i < wait_semaphores_length; ++i) {
    buffer.waits[i] = {&buffer, &cast<Semaphore>(wait_semaphores[i]), nullptr};
  }
  for (uint64_t i = 0; i < signal_semaphores_length; ++i) {
    buffer.signals[i] = &cast<Semaphore>(signal_semaphores[i]);
  }
  const uint32_t threads = buffer.queue->domain.width();
  uint64_t estimate = 0;
  for (Command* command : buffer.commands) {
    command->prepare(threads);
    estimate += command->estimate;
  }
  if (buffer.commands.empty()) {
    buffer.nothing.prepare(threads);
  }
  buffer.roots[0]->estimate = estimate; // whether to wake a thread depends on all of it
  buffer.remaining = std::max<size_t>(buffer.commands.size(), 1);
  buffer.status = mux_success;
  buffer.pending_waits = 0;
  return mux_success;
}

/// Semaphores of a dispatch.
struct Semaphores {
  const mux_semaphore_t* waits = nullptr;
  uint64_t waits_length = 0;
  const mux_semaphore_t* signals = nullptr;
  uint64_t signals_length = 0;
};

/// Up to where the lock is taken, which `lock` then holds.
mux_result_t dispatch(CommandBuffer& buffer, Queue& queue, Fence* fence,
                      const Semaphores& semaphores, mux_dispatch_callback_t callback,
                      void* user_data, Scheduler::Telling telling, CallersDispatch& callers,
                      Lock& lock) {
  if (buffer.running) {
    return mux_error_invalid_state;
  }
  if (queue.on_caller && semaphores.waits_length != 0) {
    return mux_error_invalid_value;
  }
  if (!buffer.scheduler().start()) {
    return mux_error_out_of_memory;
  }
  buffer.queue = &queue;
  mux_result_t result = prepare(buffer, semaphores.waits, semaphores.waits_length,
                                semaphores.signals, semaphores.signals_length);
  if (result != mux_success) {
    return result;
  }
  buffer.fence = fence;
  buffer.callback = callback;
  buffer.user_data = user_data;
  lock = buffer.scheduler().lock();
  buffer.shard = lock.shard;
  if (!arm_fences(buffer)) {
    return mux_error_invalid_state;
  }
  bool starts = true;
  if (!buffer.waits.empty() || !buffer.signals.empty()) {
    const std::lock_guard held(buffer.owner().semaphores);
    if (!arm_semaphores(buffer)) {
      disarm_fences(buffer);
      return mux_error_invalid_state;
    }
    wait_for(buffer);
    starts =
        buffer.pending_waits == 0; // otherwise the thread that signals the last of them starts it
  }
  buffer.running = true;
  buffer.by_caller = queue.on_caller ? &callers : nullptr;
  buffer.ticket = queue.shards[lock.shard].enter();
  if (starts) {
    buffer.start(lock, telling);
  }
  return mux_success;
}

/// Runs the commands of a dispatch on this thread until it is over, or has to wait for commands of
/// others; then the scheduler's threads run the rest.
void run_as_caller(CommandBuffer& buffer, Queue& queue, CallersDispatch& callers, Lock& lock) {
  Scheduler& scheduler = cast<Device>(queue.device).scheduler;
  const uint32_t shard = lock.shard;
  while (!callers.over) {
    Task* task = callers.tasks.front();
    if (task == nullptr) {
      buffer.by_caller = nullptr;
      return;
    }
    callers.tasks.remove(*task);
    lock.unlock();
    scheduler.run_here(shard, queue.domain, *task);
    lock.lock();
  }
}

} // namespace
} // namespace host

extern "C" mux_result_t hostDispatch(mux_queue_t queue, mux_command_buffer_t command_buffer,
                                     mux_fence_t fence, const mux_semaphore_t* wait_semaphores,
                                     uint64_t wait_semaphores_length,
                                     const mux_semaphore_t* signal_semaphores,
                                     uint64_t signal_semaphores_length,
                                     mux_dispatch_callback_t callback, void* user_data) {
  CallersDispatch callers;
  Lock lock;
  auto& buffer = cast<CommandBuffer>(command_buffer);
  auto& to = cast<Queue>(queue);
  const mux_result_t result = dispatch(
      buffer, to, fence != nullptr ? &cast<Fence>(fence) : nullptr,
      {wait_semaphores, wait_semaphores_length, signal_semaphores, signal_semaphores_length},
      callback, user_data, Scheduler::Telling::now, callers, lock);
  if (result == mux_success && to.on_caller) {
    run_as_caller(buffer, to, callers, lock);
  }
  return result;
}

extern "C" mux_result_t hostDispatchAndWait(mux_queue_t queue, mux_command_buffer_t command_buffer,
                                            mux_fence_t fence_handle, uint64_t timeout,
                                            mux_dispatch_callback_t callback, void* user_data,
                                            mux_result_t* out_dispatched) {
  Scheduler& scheduler = cast<Device>(queue->device).scheduler;
  auto& fence = cast<Fence>(fence_handle);
  const uint64_t deadline = deadline_after(timeout);
  {
    CallersDispatch callers;
    Lock lock;
    auto& buffer = cast<CommandBuffer>(command_buffer);
    auto& to = cast<Queue>(queue);
    *out_dispatched = dispatch(buffer, to, &fence, {}, callback, user_data,
                               Scheduler::Telling::after_wait, callers, lock);
    if (*out_dispatched == mux_success && to.on_caller) {
      run_as_caller(buffer, to, callers, lock);
    }
  }
  if (*out_dispatched != mux_success) {
    return *out_dispatched;
  }
  return scheduler.wait(fence.event, fence.shard, deadline) ? fence.status : mux_fence_not_ready;
}
