// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// One dispatch of a command buffer, from muxDispatch to its last signal.
#include "command_buffer.h"

#include <algorithm>

using namespace host;

namespace host {

void CommandBuffer::start(const Lock& lock, Scheduler::Telling telling) {
  for (Command* root : roots) {
    if (blocked) {
      root->block();
    }
    scheduler().push(lock, queue->domain, *root, telling);
  }
}

void CommandBuffer::signal(const Lock& lock, Fence& signalled, mux_result_t result) {
  signalled.armed = false;
  signalled.status = result;
  scheduler().raise(lock, signalled.event);
}

void CommandBuffer::command_ended(Lock& lock, mux_result_t result) {
  if (status == mux_success) {
    status = result;
  }
  if (--remaining != 0) {
    return;
  }
  const bool failed = status != mux_success;
  for (Semaphore* semaphore : signals) {
    semaphore->state = failed ? Semaphore::State::failed : Semaphore::State::signalled;
    for (SemaphoreWait* wait = std::exchange(semaphore->waits, nullptr); wait != nullptr;) {
      CommandBuffer& waiter = *wait->waiter;
      wait = wait->next;
      waiter.blocked = waiter.blocked || failed;
      if (--waiter.pending_waits == 0) {
        waiter.start(lock);
      }
    }
  }
  // The buffer is its owner's again once `running` is false.
  Scheduler& owning = scheduler();
  Queue& left = *queue;
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
    last->armed = false;
    last->status = left_status;
    owning.raise(lock, last->event);
  }
  left.leave(lock, left_ticket);
}

namespace {

/// Takes fences and semaphores for a dispatch, or none of them.
mux_result_t arm(CommandBuffer& buffer) {
  const auto unused = [](const Fence* fence) { return fence == nullptr || fence->unused(); };
  if (!unused(buffer.fence) || !std::all_of(buffer.fences.begin(), buffer.fences.end(), unused)) {
    return mux_error_invalid_state;
  }
  for (const Semaphore* semaphore : buffer.signals) {
    if (semaphore->state != Semaphore::State::reset) {
      return mux_error_invalid_state;
    }
  }
  for (Semaphore* semaphore : buffer.signals) {
    semaphore->state = Semaphore::State::armed;
  }
  for (Fence* fence : buffer.fences) {
    fence->armed = true;
  }
  if (buffer.fence != nullptr) {
    buffer.fence->armed = true;
  }
  return mux_success;
}

/// Puts the dispatch into the lists of semaphores that are not over.
void wait_for(CommandBuffer& buffer) {
  for (SemaphoreWait& wait : buffer.waits) {
    Semaphore& semaphore = *wait.semaphore;
    if (semaphore.over()) {
      buffer.blocked = buffer.blocked || semaphore.state == Semaphore::State::failed;
      continue;
    }
    wait.next = std::exchange(semaphore.waits, &wait);
    ++buffer.pending_waits;
  }
}

/// What needs no lock: nobody else may use the buffer.
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
  buffer.blocked = false;
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
                      void* user_data, Scheduler::Telling telling, Lock& lock) {
  if (buffer.running) {
    return mux_error_invalid_state;
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
  result = arm(buffer);
  if (result != mux_success) {
    return result;
  }
  buffer.running = true;
  buffer.ticket = queue.enter();
  wait_for(buffer);
  if (buffer.pending_waits == 0) {
    buffer.start(lock, telling);
  }
  return mux_success;
}

} // namespace
} // namespace host

extern "C" mux_result_t hostDispatch(mux_queue_t queue, mux_command_buffer_t command_buffer,
                                     mux_fence_t fence, const mux_semaphore_t* wait_semaphores,
                                     uint64_t wait_semaphores_length,
                                     const mux_semaphore_t* signal_semaphores,
                                     uint64_t signal_semaphores_length,
                                     mux_dispatch_callback_t callback, void* user_data) {
  Lock lock;
  return dispatch(
      cast<CommandBuffer>(command_buffer), cast<Queue>(queue),
      fence != nullptr ? &cast<Fence>(fence) : nullptr,
      {wait_semaphores, wait_semaphores_length, signal_semaphores, signal_semaphores_length},
      callback, user_data, Scheduler::Telling::now, lock);
}

extern "C" mux_result_t hostDispatchAndWait(mux_queue_t queue, mux_command_buffer_t command_buffer,
                                            mux_fence_t fence_handle, uint64_t timeout,
                                            mux_dispatch_callback_t callback, void* user_data,
                                            mux_result_t* out_dispatched) {
  Scheduler& scheduler = cast<Device>(queue->device).scheduler;
  auto& fence = cast<Fence>(fence_handle);
  const uint64_t deadline = deadline_after(timeout);
  Lock lock;
  *out_dispatched = dispatch(cast<CommandBuffer>(command_buffer), cast<Queue>(queue), &fence, {},
                             callback, user_data, Scheduler::Telling::in_settle, lock);
  if (*out_dispatched != mux_success) {
    return *out_dispatched;
  }
  const bool happened = scheduler.wait(lock, fence.event, deadline);
  scheduler.settle(lock, cast<Queue>(queue).domain);
  return happened ? fence.status : mux_fence_not_ready;
}
