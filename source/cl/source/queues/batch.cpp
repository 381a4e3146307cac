// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "queues/batch.h"

#include "queues/mux_queue.h"
#include "queues/queue.h"

#include <algorithm>

namespace cl {

Batch::Batch(MuxQueue& in_mux_queue, mux_command_order_e in_order)
    : mux_queue(in_mux_queue), order(in_order) {
  if (muxCreateCommandBuffer(mux_queue.mux, order, allocator, &commands) != mux_success) {
    throw std::bad_alloc();
  }
  if (muxCreateFence(mux_queue.mux, allocator, &fence) != mux_success) {
    muxDestroyCommandBuffer(mux_queue.mux, commands, allocator);
    throw std::bad_alloc();
  }
  if (order == mux_command_order_in_order && mux_queue.mux->info->dispatches_in_flight > 1 &&
      muxCreateSemaphore(mux_queue.mux, allocator, &order_semaphore) != mux_success) {
    muxDestroyCommandBuffer(mux_queue.mux, commands, allocator);
    muxDestroyFence(mux_queue.mux, fence, allocator);
    throw std::bad_alloc();
  }
}

Batch::~Batch() {
  if (order_semaphore) {
    muxDestroySemaphore(mux_queue.mux, order_semaphore, allocator);
  }
  muxDestroyCommandBuffer(mux_queue.mux, commands, allocator);
  muxDestroyFence(mux_queue.mux, fence, allocator);
}

bool Batch::note_resolved(cl_int status) {
  if (status < 0) {
    failed_wait.store(CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST, std::memory_order_relaxed);
  }
  return unresolved.fetch_sub(1, std::memory_order_acq_rel) == 1;
}

void Batch::resolved(cl_int status) {
  const retained<Queue> waiting = queue; // constant as long as something is unresolved
  if (note_resolved(status)) {
    waiting->resolved(*this);
  }
}

void Batch::end_command(uint32_t command, cl_int status) noexcept {
  if (!uses.empty() && status == CL_SUCCESS) {
    for (Use& use : std::ranges::equal_range(uses, command, {}, &Use::command)) {
      use.copies->end(use);
    }
  }
  const uint32_t begin = command ? recorded[command - 1].references_end : 0;
  for (uint32_t i = begin; i < recorded[command].references_end; ++i) {
    references[i].release();
  }
}

cl_int Batch::wait_error() const {
  for (const auto& event : predecessors) {
    if (event->status() < 0) {
      return CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST;
    }
  }
  return failed_wait.load(std::memory_order_relaxed);
}

bool Batch::is_done() const {
  return !dispatched || muxTryWait(mux_queue.queue, 0, fence) != mux_fence_not_ready;
}

bool Batch::reuse(Queue& for_queue) {
  if (muxResetCommandBuffer(commands) != mux_success ||
      (dispatched && muxResetFence(mux_queue.mux, fence) != mux_success) ||
      (order_semaphore && muxResetSemaphore(mux_queue.mux, order_semaphore) != mux_success)) {
    return false;
  }
  queue = retained<Queue>(&for_queue);
  state = State::open;
  dispatched = false;
  has_contents = false;
  can_be_joined = false;
  is_empty = false;
  work = 0;
  length = 0;
  ended_in_order = 0;
  last = nullptr;
  unresolved.store(0, std::memory_order_relaxed);
  failed_wait.store(CL_SUCCESS, std::memory_order_relaxed);
  return true;
}

void BatchList::push_back(retained<Batch> batch) noexcept {
  Batch* added = batch.get();
  added->previous = last;
  (last ? last->next : first) = std::move(batch);
  last = added;
}

retained<Batch> BatchList::remove(Batch& batch) noexcept {
  retained<Batch>& link = batch.previous ? batch.previous->next : first;
  retained<Batch> removed = std::exchange(link, nullptr);
  link = std::exchange(batch.next, nullptr);
  (link ? link->previous : last) = std::exchange(batch.previous, nullptr);
  return removed;
}

retained<Batch> BatchPool::take_oldest(Idle& from) noexcept {
  const BatchList& batches = from.batches;
  // A thread that still waits for its fence holds a reference.
  if (batches.empty() || references(*batches.front()) != 1 || !batches.front()->is_done()) {
    return nullptr;
  }
  --from.count;
  return from.batches.remove(*batches.front());
}

retained<Batch> BatchPool::take(Queue& queue, mux_command_order_e order) {
  {
    Shelf& shelf = shelves[queue.shelf];
    const std::lock_guard guard(shelf.lock);
    while (retained<Batch> batch = take_oldest(shelf.idle[order])) {
      if (batch->reuse(queue)) {
        return batch;
      }
    }
  }
  retained<Batch> batch = make<Batch>(queue.mux_queue, order);
  if (!batch->reuse(queue)) {
    throw std::bad_alloc();
  }
  return batch;
}

void BatchPool::forget() noexcept {
  for (Shelf& shelf : shelves) {
    for (Idle& each : shelf.idle) {
      while (!each.batches.empty()) {
        forgotten.push_back(each.batches.remove(*each.batches.front()));
      }
      each.count = 0;
    }
  }
}

void BatchPool::lock_for_fork() {
  for (Shelf& shelf : shelves) {
    shelf.lock.lock();
  }
}

void BatchPool::unlock_after_fork() {
  for (Shelf& shelf : shelves) {
    shelf.lock.unlock();
  }
}

void BatchPool::give(const Queue& queue, retained<Batch> batch) noexcept {
  // Now, so that it keeps little memory. If it is not possible, reuse tries again.
  [[maybe_unused]] const mux_result_t result = muxResetCommandBuffer(batch->commands);
  retained<Batch> surplus[2]; // destroyed without the lock
  Shelf& shelf = shelves[queue.shelf];
  const std::lock_guard guard(shelf.lock);
  Idle& to = shelf.idle[batch->order];
  to.batches.push_back(std::move(batch));
  ++to.count;
  for (retained<Batch>& each : surplus) {
    if (to.count > max_idle) {
      each = take_oldest(to);
    }
  }
}

} // namespace cl
