// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "batch.h"

#include "queue.h"
#include "route.h"

namespace cl {

Batch::Batch(Route& in_route, mux_command_order_e in_order) : route(in_route), order(in_order) {
  if (muxCreateCommandBuffer(route.mux, order, allocator, &commands) != mux_success) {
    throw std::bad_alloc();
  }
  if (muxCreateFence(route.mux, allocator, &fence) != mux_success) {
    muxDestroyCommandBuffer(route.mux, commands, allocator);
    throw std::bad_alloc();
  }
}

Batch::~Batch() {
  muxDestroyCommandBuffer(route.mux, commands, allocator);
  muxDestroyFence(route.mux, fence, allocator);
}

bool Batch::settle(cl_int status) {
  if (status < 0) {
    failed_wait.store(CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST, std::memory_order_relaxed);
  }
  return unresolved.fetch_sub(1, std::memory_order_acq_rel) == 1;
}

void Batch::resolved(cl_int status) {
  const retained<Queue> waiting = queue; // constant as long as something is unresolved
  if (settle(status)) {
    waiting->advance();
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

bool Batch::at_rest() const {
  return !dispatched || muxTryWait(route.queue, 0, fence) != mux_fence_not_ready;
}

bool Batch::reuse(Queue& for_queue) {
  if (muxResetCommandBuffer(commands) != mux_success ||
      (dispatched && muxResetFence(route.mux, fence) != mux_success)) {
    return false;
  }
  queue = retained<Queue>(&for_queue);
  state = State::open;
  dispatched = false;
  waits_flushed = false;
  work = 0;
  length = 0;
  error = CL_SUCCESS;
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

retained<Batch> BatchPool::take(Queue& queue, mux_command_order_e order) {
  {
    const std::lock_guard guard(lock);
    BatchList& list = idle[order];
    // A thread that still waits for its fence holds a reference.
    while (!list.empty() && references(*list.front()) == 1 && list.front()->at_rest()) {
      retained<Batch> batch = list.remove(*list.front());
      if (batch->reuse(queue)) {
        return batch;
      }
    }
  }
  retained<Batch> batch = make<Batch>(queue.device.route, order);
  if (!batch->reuse(queue)) {
    throw std::bad_alloc();
  }
  return batch;
}

void BatchPool::forget() noexcept {
  for (BatchList& list : idle) {
    while (!list.empty()) {
      forgotten.push_back(list.remove(*list.front()));
    }
  }
}

void BatchPool::give(retained<Batch> batch) noexcept {
  const std::lock_guard guard(lock);
  idle[batch->order].push_back(std::move(batch));
}

} // namespace cl
