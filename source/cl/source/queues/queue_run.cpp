// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The running side of a queue: how batches go to the device, end, and are waited for. See queue.h.
#include "queues/queue.h"

#include "copies/moves.h"
#include "queues/mux_queue.h"
#include "queues/transfer_fault.h"

#include "cargo/lock_soon.h"
#include "fault/contained.h"

#include <algorithm>
#include <thread>

namespace cl {
namespace {

/// The time for which a waiting thread trusts that its fence will be signalled: a dispatch that
/// fails leaves its fence alone.
constexpr uint64_t patience = 20'000'000; // ns

/// The queues that this thread is to advance. The end of a batch can release others, here and on
/// other queues, whose failure ends them at once, and so on: a chain of any length must not become
/// a recursion of that depth. Trivial, because entry points are called after a thread's own objects
/// have been destroyed.
constinit thread_local std::vector<retained<Queue>>* waiting = nullptr;

/// Waits for a running batch for a while, and lends the device this thread. The outcome is in the
/// batch's own status.
void help(const Batch& running) {
  [[maybe_unused]] const mux_result_t result =
      muxTryWait(running.mux_queue.queue, patience, running.fence);
}

/// The last event of a running batch that the thread which sends it is about to end, on which
/// others wait instead of the fence. Null if it has none, or is given to the device.
retained<Event> ending_here(const Batch& running) {
  return running.ends_here && !running.events.empty() ? running.events.back() : nullptr;
}

/// The command buffer that a batch dispatches, finalized.
expected<mux_command_buffer_t> ready_commands(Batch& batch) {
  if (batch.replay) {
    return batch.replay.begin(batch.events.empty() ? nullptr : batch.events.front().get());
  }
  if (const mux_result_t result = muxFinalizeCommandBuffer(batch.commands)) {
    return fail(status_of(result));
  }
  return batch.commands;
}

} // namespace

/// Whether the calling thread is the one that sends a batch.
bool Queue::may_send(const Batch& batch) const {
  return batch.caller == std::thread::id() || batch.caller == std::this_thread::get_id();
}

/// Takes the first batch that this thread may send out of those that can go; null if there is none.
/// Under the lock.
Batch* Queue::take_ready() {
  Batch* before = nullptr;
  Batch* found = first_ready;
  while (found && !may_send(*found)) {
    before = std::exchange(found, found->next_ready);
  }
  if (found) {
    Batch* after = std::exchange(found->next_ready, nullptr);
    (before ? before->next_ready : first_ready) = after;
    last_ready = after ? last_ready : before;
  }
  return found;
}

/// The first batch of an in-order queue that is not on the device, if it can go there. Under the
/// lock.
Batch* Queue::next_in_order() const {
  Batch* next = line.front().get();
  while (next && next->state == Batch::State::running) {
    next = BatchList::after(*next);
  }
  const bool can_go = next && next->state == Batch::State::closed &&
                      next->unresolved.load(std::memory_order_acquire) == 0 && may_send(*next) &&
                      may_go(*next);
  return can_go ? next : nullptr;
}

/// The next batch that can go, now marked as running, or null. The one of an in-order queue is to
/// be started before another one is asked for.
retained<Batch> Queue::next_ready() {
  const auto guard = cargo::lock_soon(lock);
  Batch* next = nullptr;
  if (!in_order()) {
    next = take_ready();
  } else if (!is_sending) {
    next = next_in_order();
  }
  if (next) {
    next->ends_here = next->is_empty || next->wait_error();
    next->state = Batch::State::running;
    next->behind = retained<Batch>(in_order() ? BatchList::before(*next) : nullptr);
    is_sending = runs_ahead();
  }
  return retained<Batch>(next);
}

void Queue::resolved(Batch& batch) {
  if (!in_order()) { // and then the batch cannot go, and be used anew, before it is listed
    const auto guard = cargo::lock_soon(lock);
    make_ready(batch);
  }
  advance();
}

void Queue::step() {
  while (const retained<Batch> batch = next_ready()) {
    start(*batch);
    if (runs_ahead()) {
      const auto guard = cargo::lock_soon(lock);
      is_sending = false;
      close_open();
    }
  }
}

bool Queue::is_advancing() { return waiting; }

void Queue::advance() {
  if (waiting) {
    try {
      waiting->emplace_back(this);
    } catch (const std::bad_alloc&) {
      step();
    }
    return;
  }
  std::vector<retained<Queue>> list;
  waiting = &list;
  step();
  while (!list.empty()) {
    const retained<Queue> next = std::move(list.back());
    list.pop_back();
    next->step();
  }
  waiting = nullptr;
}

/// Records the command buffer that `terminate` is to stop, unless it is over.
cl_int Queue::begin_running(Batch& batch, mux_command_buffer_t commands) {
  if (!context->can_terminate()) {
    return CL_SUCCESS;
  }
  const auto guard = cargo::lock_soon(lock);
  batch.on_device = context->is_terminated() ? nullptr : commands;
  return context->check_alive();
}

/// A command buffer of the application may be used elsewhere, or be gone, from then on.
void Queue::leave_device(Batch& batch) {
  if (context->can_terminate()) {
    const auto guard = cargo::lock_soon(lock);
    batch.on_device = nullptr;
  }
}

bool Queue::terminate() {
  flush();
  bool again = false;
  const std::lock_guard guard(lock);
  for (Batch* batch = line.back(); batch; batch = BatchList::before(*batch)) {
    bool goes_on = false;
    if (batch->on_device && muxCancelCommandBuffer(batch->on_device, &goes_on) == mux_success) {
      again |= goes_on;
    }
  }
  return again;
}

/// Requests the contents that a batch needs and that are elsewhere. Everything that it waits for is
/// over, and its turn has come. False if nothing is missing; else it is closed again until all is
/// there.
expected<bool> Queue::fetch_contents(Batch& batch) {
  std::vector<retained<Event>> on_their_way;
  try {
    const std::lock_guard alone(context->moving);
    std::vector<Move> moves;
    for (const Use& use : batch.uses) {
      if (use.needs) {
        use.copies->add_moves(use, moves, on_their_way);
      }
    }
    batch.has_contents = true;
    if (moves.empty() && on_their_way.empty()) {
      return false;
    }
    auto sent = send_moves(context, moves);
    if (!sent) {
      return fail(sent.error());
    }
    on_their_way.insert(on_their_way.end(), sent->begin(), sent->end());
    const std::lock_guard guard(lock);
    batch.waits.insert(batch.waits.end(), on_their_way.begin(), on_their_way.end());
  } catch (const std::bad_alloc&) {
    return fail(CL_OUT_OF_HOST_MEMORY);
  }
  batch.unresolved.store(1, std::memory_order_relaxed);
  {
    const std::lock_guard guard(lock);
    batch.state = Batch::State::closed;
  }
  for (const auto& event : on_their_way) {
    batch.unresolved.fetch_add(1, std::memory_order_relaxed);
    try {
      if (!event->add_dependent(batch)) {
        batch.note_resolved(event->status());
      }
    } catch (const std::bad_alloc&) {
      batch.note_resolved(CL_OUT_OF_HOST_MEMORY);
    }
  }
  if (batch.note_resolved(CL_COMPLETE)) {
    resolved(batch);
  }
  return true;
}

/// Gives a running batch to the device. With no lock held.
void Queue::start(Batch& batch) {
  cl_int error = batch.wait_error();
  if (error && batch.has_contents) {
    error = CL_OUT_OF_RESOURCES; // something could not be moved; all else had ended well before
  }
  error = context->is_terminated() ? CL_CONTEXT_TERMINATED_KHR : error;
  if (!error && !batch.uses.empty() && !batch.has_contents) {
    const auto fetching = fetch_contents(batch);
    if (fetching && *fetching) {
      return; // and from here on `batch` may be gone
    }
    error = fetching ? CL_SUCCESS : fetching.error();
  }
  if (!error) {
    const cl_ulong now = timed() ? device.now() : 0;
    for (const auto& event : batch.events) {
      event->times[1] = now;
      event->reach(CL_SUBMITTED);
    }
    if (batch.is_empty) {
      end_empty(batch, now);
      return;
    }
    const auto commands = ready_commands(batch);
    error = commands ? begin_running(batch, *commands) : commands.error();
    if (!error) {
      batch.dispatched = true;
      const mux_semaphore_t before = batch.behind ? batch.behind->order_semaphore : nullptr;
      const mux_semaphore_t own = batch.order_semaphore;
      const mux_result_t result = muxDispatch(mux_queue.queue, *commands, batch.fence, &before,
                                              before ? 1 : 0, &own, own ? 1 : 0, on_batch, &batch);
      if (result == mux_success) {
        return; // and from here on `batch` may be gone
      }
      batch.dispatched = false;
      error = status_of(result);
    }
  }
  leave_device(batch);
  batch.replay.end();
  for (const auto& event : batch.events) {
    event->end(error);
  }
  end(batch);
}

/// Ends the command of a batch that the device is not told of, at a time of the device's.
void Queue::end_empty(Batch& batch, cl_ulong now) {
  for (const auto& event : batch.events) {
    event->times[2] = event->times[3] = now;
    event->reach(CL_RUNNING);
    event->end(CL_COMPLETE);
  }
  end(batch);
}

/// Releases the command's objects before its end is reported: a thread that has waited for it finds
/// objects gone that it has released.
void Queue::on_command(const mux_command_report_t* report, void* user_data) {
  auto* event = static_cast<Event*>(user_data);
  event->times[2] = report->start;
  if (report->stage == mux_command_stage_running) {
    event->reach(CL_RUNNING);
    return;
  }
  event->times[3] = report->end;
  event->times[4] = report->complete;
  event->reach(CL_RUNNING);
  if (report->fault) {
    report_transfer_fault(*event->context, event->type, report->fault->address);
  }
  Batch& batch = *event->batch;
  if (event->queue->in_order()) { // otherwise several end at once
    ++batch.ended_in_order;
  }
  const cl_int status = status_of(report->status);
  event->end(status, [&] { batch.end_command(event->index, status); });
}

void Queue::on_command_without_event(const mux_command_report_t* report, void* user_data) {
  if (report->stage == mux_command_stage_complete) {
    auto* batch = static_cast<Batch*>(user_data);
    const uint32_t command = batch->ended_in_order++;
    if (report->fault) {
      report_transfer_fault(*batch->queue->context, batch->recorded[command].type,
                            report->fault->address);
    }
    batch->end_command(command, status_of(report->status));
  }
}

/// The events of recorded commands have ended by themselves; a replay has one for all.
void Queue::end_replay(Batch& batch, mux_result_t status) {
  if (status == mux_error_fault && !context->is_lost()) { // no kernel has reported it
    report_transfer_fault_in_command_buffer(*context);
  }
  batch.replay.end();
  const cl_ulong now = timed() ? device.now() : 0;
  for (const auto& event : batch.events) {
    event->times[3] = now;
    if (event->times[2] == 0) { // no command has begun
      event->times[2] = now;
    }
    event->reach(CL_RUNNING);
    event->end(status_of(status));
  }
}

void Queue::on_batch(mux_command_buffer_t, mux_result_t status, void* user_data) {
  auto* batch = static_cast<Batch*>(user_data);
  const retained<Queue> queue = batch->queue;
  if (batch->replay) {
    queue->leave_device(*batch);
    queue->end_replay(*batch, status);
  }
  queue->end(*batch);
  queue->advance();
}

/// Takes a batch out of the line; all its events have ended. With no lock held.
void Queue::end(Batch& ended) {
  retained<Batch> batch(&ended);
  {
    const auto guard = cargo::lock_soon(lock);
    batch->state = Batch::State::ended;
    batch->on_device = nullptr;
    line.remove(ended);
    if (barrier && barrier->batch == &ended) {
      barrier = nullptr;
    }
    if (covered.by && covered.by->batch == &ended) {
      covered.by = nullptr;
    }
    if (covered.open == &ended) {
      covered.open = nullptr;
    }
    if (in_order()) {
      close_open(); // the thread is awake: it may as well go on
    }
  }
  batch->events.clear();
  batch->references.clear();
  batch->recorded.clear();
  batch->uses.clear();
  batch->waits.clear();
  batch->predecessors.clear();
  batch->behind = nullptr;
  const retained<Queue> self = std::move(batch->queue);
  batch->queue = nullptr;
  mux_queue.batches.give(*this, std::move(batch));
}

/// Closes the open batch of an in-order queue if it may as well go now. Under the lock.
void Queue::close_open() {
  const auto may = [&] {
    return open->number < first_unflushed ? may_go(*open) : is_full_enough(*open);
  };
  if (open && may()) {
    close(*open);
  }
}

/// Closes the open batch, unless it cannot go yet, and adds the queues of the events that batches
/// wait for to `others`.
void Queue::flush_own(std::vector<retained<Queue>>& others) {
  const std::lock_guard guard(lock);
  if (open && (!in_order() || may_go(*open))) {
    close(*open);
  }
  // Each batch once, so that queues cannot flush in circles.
  const uint64_t first = std::exchange(first_unflushed, next_number);
  for (Batch* batch = line.back(); batch && batch->number >= first;
       batch = BatchList::before(*batch)) {
    for (const auto& event : batch->waits) {
      if (event->queue && event->queue.get() != this && !event->ended()) {
        try {
          others.push_back(event->queue);
        } catch (const std::bad_alloc&) {
          first_unflushed = first; // the next flush may have more luck
          return;
        }
      }
    }
  }
}

void Queue::flush() {
  // A list, because a chain of queues that wait for one another can be of any length.
  std::vector<retained<Queue>> others;
  flush_own(others);
  advance();
  while (!others.empty()) {
    const retained<Queue> other = std::move(others.back());
    others.pop_back();
    other->flush_own(others);
    other->advance();
  }
}

void Queue::finish() {
  flush();
  uint64_t last = 0;
  {
    const std::lock_guard guard(lock);
    last = next_number;
  }
  for (;;) {
    retained<Batch> batch;
    {
      const std::lock_guard guard(lock);
      if (line.empty() || line.front()->number >= last) {
        return;
      }
      batch = line.front();
    }
    wait(batch);
  }
}

void Queue::wait(const retained<Batch>& batch) {
  for (;;) {
    retained<Batch> running;
    retained<Event> blocking, ending;
    {
      const std::lock_guard guard(lock);
      if (batch->state == Batch::State::ended) {
        return;
      }
      const retained<Batch>& first = in_order() ? line.front() : batch;
      if (first->state == Batch::State::running) {
        running = first->ends_here ? nullptr : first;
        ending = ending_here(*first);
      } else {
        const auto pending =
            std::ranges::find_if(first->waits, [](const auto& event) { return !event->ended(); });
        if (pending != first->waits.end()) {
          blocking = *pending;
        }
      }
    }
    if (running) {
      help(*running);
    } else if (blocking) {
      blocking->queue ? blocking->queue->wait(*blocking) : blocking->wait();
    } else {
      if (ending) {
        ending->wait();
      }
      advance(); // closed and about to go, or somebody is just about to send it
      std::this_thread::yield();
    }
  }
}

void Queue::wait(const Event& event) {
  while (!event.ended()) {
    retained<Batch> running;
    retained<Event> ending;
    {
      const std::lock_guard guard(lock);
      if (event.ended() || line.empty()) {
        break;
      }
      // Helping means to wait until a whole batch has ended: fine if the command is its last, or
      // waits for it anyway.
      const auto& first = line.front();
      if (first->state == Batch::State::running &&
          (event.batch == first.get() ? first->last == &event : in_order())) {
        running = first->ends_here ? nullptr : first;
        ending = ending_here(*first);
      }
    }
    if (running) {
      help(*running);
    } else if (ending) {
      ending->wait();
      std::this_thread::yield(); // the batch is about to leave the line
    } else {
      event.wait();
    }
  }
  event.wait();
}

std::optional<cl_int> Queue::try_now(const Command& command, Now action) {
  if (!device.info().unified_memory || context->is_mixed() || context->is_terminated()) {
    return std::nullopt; // its memory is elsewhere, or may be; `enqueue` says that the context is
                         // over
  }
  for (const cl_event handle : command.wait_list) {
    const auto event = find_alive<Event>(handle);
    if (event && event->status() != CL_COMPLETE) {
      return std::nullopt;
    }
  }
  {
    const std::lock_guard guard(lock);
    if (!line.empty()) {
      return std::nullopt;
    }
  }
  if (!command.event_ret && !trace::enabled()) {
    return run_now(command, action);
  }
  retained<Event> event = make<Event>(*this, command.type, command.label);
  event->times[1] = event->times[2] = event->times[0];
  const cl_int status = run_now(command, action);
  event->times[3] = timed() ? device.now() : 0;
  event->end(status);
  if (command.event_ret) {
    *command.event_ret = hand_out(std::move(event));
  }
  return status;
}

cl_int Queue::run_now(const Command& command, Now action) const {
  uint64_t address = 0;
  if (!action || fault::contained(*action, address)) {
    return CL_SUCCESS;
  }
  report_transfer_fault(*context, command.type, address);
  return CL_OUT_OF_RESOURCES;
}

} // namespace cl
