// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The enqueueing side of a queue: where a command goes. See queue.h.
#include "queues/queue.h"

#include "queues/mux_queue.h"

#include "cargo/lock_soon.h"
#include "cargo/small_vector.h"

#include <algorithm>

namespace cl {
namespace {

/// Work that pays for waking a thread: about 10 us of it.
constexpr uint64_t enough_work = 1 << 16;
/// The work that a command without any of its own counts as.
constexpr uint64_t command_work = 512;
/// Commands of one batch: bounds the memory that they hold until they have all ended.
constexpr uint32_t full_batch = 4096;

template <typename T, size_t N> void add_to(cargo::small_vector<T, N>& list, T value) {
  if (list.push_back(std::move(value)) != cargo::status::success) {
    throw std::bad_alloc();
  }
}

} // namespace

/// The events that a command waits for, sorted by how it waits.
struct Queue::Waits {
  cargo::small_vector<Event*, 8> outside;               ///< until it has ended: batch of its own
  cargo::small_vector<Event*, 8> earlier;               ///< earlier in line; only must succeed
  cargo::small_vector<mux_sync_point_t, 8> sync_points; ///< in the open batch
  cargo::small_vector<Event*, 8> in_open;               ///< the same, as events
  bool failed = false;                                  ///< one has failed already
  bool is_apart = false;                                ///< a replay, or uses other places
  Batch* joined = nullptr; ///< that waits for what is outside; `sync_points` are of it

  /// Whether the command has a new batch, which is closed at once.
  [[nodiscard]] bool alone() const { return is_apart || failed || (!joined && !outside.empty()); }
};

void Queue::sort_waits(const Command& command, const KeptEvents& wait_list, Waits& waits) {
  const auto add = [&](Event* event) {
    const cl_int status = event->status();
    if (status == CL_COMPLETE) {
      return;
    }
    if (status < 0) {
      waits.failed = true;
    } else if (event->queue.get() != this) {
      add_to(waits.outside, event);
    } else if (open && event->batch == open.get()) {
      add_to(waits.in_open, event);
      add_to(waits.sync_points, event->sync_point);
    } else {
      add_to(in_order() ? waits.earlier : waits.outside, event);
    }
  };
  for (const auto& event : wait_list) {
    add(event.get());
  }
  if (in_order()) {
    return;
  }
  // Events that have ended need no wait, also those that failed.
  const auto add_unended = [&](Event* event) {
    if (!event->ended()) {
      add(event);
    }
  };
  if (barrier) {
    add_unended(barrier);
  }
  if (command.waits_for_all) {
    if (covered.by && covered.by != barrier) {
      add_unended(covered.by);
    }
    each_not_covered(add_unended);
  }
  join_waiting(waits);
  if (waits.alone()) { // and then the commands of the open batch are in another batch
    for (Event* event : waits.in_open) {
      add_to(waits.outside, event);
    }
    waits.sync_points.clear();
  }
}

/// Finds a closed batch of an out-of-order queue that the command may join, if it would have one of
/// its own: the batch has not gone, because something that the command waits for, too, or that
/// commands of the batch wait for that it waits for, has not ended; and the command waits for
/// nothing else. So it would start no sooner, and fail for the same reasons, in a batch of its own.
void Queue::join_waiting(Waits& waits) const {
  constexpr size_t max_events = 16; // compared one with another
  if (waits.is_apart || waits.failed || waits.outside.empty() || !waits.in_open.empty() ||
      waits.outside.size() > max_events) {
    return;
  }
  const auto can_be_joined = [&](const Batch* batch) {
    return batch && batch->can_be_joined && batch->number >= first_joinable;
  };
  const auto before = std::ranges::find_if(waits.outside, [&](const Event* event) {
    return event->queue.get() == this && can_be_joined(event->batch);
  });
  Batch* const found = before != waits.outside.end() ? (*before)->batch : newest_waiting;
  if (!can_be_joined(found) || found->waits.size() > max_events) {
    return;
  }
  const auto is_in_it = [&](const Event* event) {
    return event->queue.get() == this && event->batch == found;
  };
  const auto is_wanted = [&](const Event* event) {
    return std::ranges::find(waits.outside, event) != waits.outside.end();
  };
  const auto is_awaited = [&](const Event* event) {
    return std::ranges::any_of(found->waits,
                               [&](const auto& other) { return other.get() == event; });
  };
  const bool starts_as_soon =
      before != waits.outside.end() ||
      std::ranges::all_of(found->waits, [&](const auto& event) { return is_wanted(event.get()); });
  if (!starts_as_soon || !std::ranges::all_of(waits.outside, [&](const Event* event) {
        return is_in_it(event) || is_awaited(event);
      })) {
    return;
  }
  for (const Event* event : waits.outside) {
    if (is_in_it(event)) {
      add_to(waits.sync_points, event->sync_point);
    }
  }
  waits.joined = found;
}

/// Calls use(event) for the events of all commands since the last one that waited for all.
template <typename Use> void Queue::each_not_covered(Use&& use) const {
  for (Batch* batch = line.back(); batch && batch->number >= covered.first;
       batch = BatchList::before(*batch)) {
    for (const auto& event : batch->events) {
      use(event.get());
    }
  }
  if (covered.open) {
    for (const auto& event : std::span(covered.open->events).subspan(covered.events)) {
      use(event.get());
    }
  }
}

/// Whether a command that goes into the open batch fails for the same predecessors as the batch: it
/// waits for the same events, or for a command of the batch and beside that only for the batch's
/// predecessors.
bool Queue::fails_like_open(const Waits& waits) const {
  constexpr size_t max_events = 16; // compared one with another; others have a batch of their own
  const auto& known = open->predecessors;
  if (waits.earlier.size() > max_events || known.size() > max_events) {
    return false;
  }
  const auto is_known = [&](const Event* event) {
    return std::ranges::any_of(known, [&](const auto& other) { return other.get() == event; });
  };
  const auto is_wanted = [&](const retained<Event>& event) {
    return std::ranges::find(waits.earlier, event.get()) != waits.earlier.end();
  };
  return std::ranges::all_of(waits.earlier, is_known) &&
         (!waits.in_open.empty() || std::ranges::all_of(known, is_wanted));
}

/// The batch for a command: one that it joins, the open one or a new one. A new one is not in line
/// yet.
retained<Batch> Queue::place(const Waits& waits) {
  if (waits.joined) {
    return retained<Batch>(waits.joined);
  }
  if (!waits.alone() && open && fails_like_open(waits)) {
    return open;
  }
  return mux_queue.batches.take(*this, in_order() ? mux_command_order_in_order
                                                  : mux_command_order_out_of_order);
}

bool Queue::worth_waking(const Batch& batch) const {
  return batch.work >= enough_work && (!in_order() || is_full_enough(batch));
}

/// How many batches of an in-order queue are on the device before one that may follow them there;
/// nothing if its turn has not come.
std::optional<uint32_t> Queue::batches_before(const Batch& batch) const {
  uint32_t running = 0;
  for (const Batch* other = line.front().get(); other != &batch; other = BatchList::after(*other)) {
    if (other->state != Batch::State::running || other->ends_here) {
      return std::nullopt;
    }
    ++running;
  }
  const bool waits_for_turn = !batch.predecessors.empty() || !batch.uses.empty() ||
                              batch.is_empty || batch.replay || batch.caller != std::thread::id();
  return running == 0 || (running < device.info().dispatches_in_flight && !waits_for_turn)
             ? std::optional(running)
             : std::nullopt;
}

bool Queue::may_go(const Batch& batch) const { return batches_before(batch).has_value(); }

bool Queue::is_full_enough(const Batch& batch) const {
  constexpr uint32_t least = 16; // commands behind one batch; four times as many behind each more
  const auto running = batches_before(batch);
  return running && (*running == 0 || batch.length >= least << (2 * (*running - 1)));
}

/// Closes the open batch, or another one that waits for nothing.
void Queue::close(Batch& batch) {
  batch.state = Batch::State::closed;
  if (&batch == open.get()) {
    open = nullptr;
  }
  make_ready(batch);
}

/// A closed batch need not wait any longer; in order its turn may be yet to come.
void Queue::make_ready(Batch& batch) {
  if (!in_order()) {
    batch.can_be_joined = false;
    if (newest_waiting == &batch) {
      newest_waiting = nullptr;
    }
    batch.next_ready = nullptr;
    (last_ready ? last_ready->next_ready : first_ready) = &batch;
    last_ready = &batch;
  }
}

/// A batch to which a command is being added; takes everything back unless it is kept.
class Queue::Draft {
public:
  Draft(Queue& owner, retained<Batch> chosen)
      : queue(owner), batch(std::move(chosen)),
        is_new(batch != owner.open && !batch->can_be_joined), events(batch->events.size()),
        references(batch->references.size()), recorded(batch->recorded.size()),
        predecessors(batch->predecessors.size()), awaited(batch->waits.size()),
        uses(batch->uses.size()) {}
  Draft(const Draft&) = delete;
  ~Draft() {
    if (kept) {
      return;
    }
    batch->events.resize(events);
    batch->predecessors.resize(predecessors);
    batch->waits.resize(awaited);
    batch->uses.erase(batch->uses.begin() + static_cast<ptrdiff_t>(uses), batch->uses.end());
    batch->recorded.resize(recorded);
    while (batch->references.size() > references) {
      batch->references.pop_back();
    }
    if (in_line) {
      queue.line.remove(*batch);
    }
    if (is_new) {
      batch->state = Batch::State::ended;
      batch->queue = nullptr; // not the last reference: the caller of enqueue has one
      queue.mux_queue.batches.give(queue, std::move(batch));
    }
  }

  /// Takes all memory that the command needs in the queue. Throws std::bad_alloc.
  void fill(cl_command_type type, const Waits& waits, const retained<Event>& event,
            std::span<Reference> needed, std::span<Use> used) {
    if (event) {
      batch->events.push_back(event);
    }
    if (is_new) { // another one has them
      for (Event* other : waits.earlier) {
        batch->predecessors.emplace_back(other);
      }
      for (Event* other : waits.outside) {
        batch->waits.emplace_back(other);
      }
    }
    if (is_new && queue.in_order()) { // and then the commands of the open batch are earlier ones
      for (Event* other : waits.in_open) {
        batch->predecessors.emplace_back(other);
      }
    }
    for (Reference& reference : needed) {
      batch->references.push_back(std::move(reference));
    }
    batch->recorded.push_back({type, static_cast<uint32_t>(batch->references.size())});
    for (Use& use : used) {
      batch->uses.push_back(std::move(use));
      batch->uses.back().command = batch->length;
    }
    if (is_new) {
      queue.line.push_back(batch);
      batch->number = queue.next_number++;
      in_line = true;
    }
  }

  Queue& queue;
  retained<Batch> batch;
  const bool is_new;
  bool kept = false;

private:
  const size_t events, references, recorded, predecessors, awaited, uses;
  bool in_line = false;
};

/// Registers a batch with the events that it waits for. It cannot go before this is done, because
/// the lock is held. The command is in the line already: without memory it fails like one whose
/// wait list failed.
void Queue::register_waits(Batch& batch, const Waits& waits) {
  batch.unresolved.store(1, std::memory_order_relaxed);
  for (const auto& other : batch.waits) {
    batch.unresolved.fetch_add(1, std::memory_order_relaxed);
    try {
      if (!other->add_dependent(batch)) {
        batch.note_resolved(other->status());
      }
    } catch (const std::bad_alloc&) {
      batch.note_resolved(CL_OUT_OF_HOST_MEMORY);
      covered = {}; // it may end before what it should have waited for
    }
  }
  if (batch.note_resolved(waits.failed ? CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST
                                       : CL_COMPLETE)) {
    make_ready(batch);
  } else if (!in_order() && !waits.is_apart && !batch.is_empty && !batch.wait_error()) {
    batch.can_be_joined = true;
    newest_waiting = &batch;
  }
}

/// Whether contents have to be, or are left, elsewhere than in the memory of the queue's device.
bool Queue::uses_other_places(const Command& command) const {
  return !command.uses.empty() &&
         std::ranges::any_of(command.uses, [place = context->place_of(device)](const Use& use) {
           return use.place != place;
         });
}

/// The locked part of enqueue.
cl_int Queue::append(const Command& command, const KeptEvents& wait_list,
                     const retained<Event>& event, std::span<Reference> references, Record record) {
  // Under the lock: terminating the context either ends this command, too, or has happened before,
  // which is seen here.
  if (const cl_int error = context->check_alive()) {
    return error;
  }
  Waits waits;
  waits.is_apart = command.replay || uses_other_places(command) || on_callers();
  sort_waits(command, wait_list, waits);
  Draft draft(*this, place(waits));
  Batch& batch = *draft.batch;
  draft.fill(command.type, waits, event, references, command.uses);

  mux_command_info_t info = {};
  if (!draft.is_new) { // the sync points are of this batch
    info.wait_list = waits.sync_points.data();
    info.wait_list_length = waits.sync_points.size();
  }
  info.callback = event ? on_command : on_command_without_event;
  info.may_report_late = !event; // nobody can wait for it alone, or ask for its times
  info.untimed = !timed();
  info.user_data = event ? static_cast<void*>(event.get()) : &batch;
  mux_sync_point_t sync_point = 0;
  batch.is_empty = command.does_nothing && waits.alone() && command.uses.empty();
  if (command.replay) {
    batch.replay = std::move(*command.replay);
  } else if (!batch.is_empty) {
    if (const mux_result_t result = record(batch.commands, &info, &sync_point)) {
      return status_of(result);
    }
  }
  draft.kept = true;
  batch.work += command.work + command_work;
  batch.length += 1;
  batch.last = event.get();
  batch.caller = on_callers() && !is_advancing() ? std::this_thread::get_id() : std::thread::id();
  if (event) {
    event->batch = &batch;
    event->index = batch.length - 1;
    event->sync_point = sync_point;
  }
  if (open && draft.is_new && in_order()) {
    close(*open); // nothing may get ahead of the new batch
  }
  if (!waits.alone() && !waits.joined) {
    open = draft.batch;
  }
  if (!in_order()) {
    barrier = command.is_barrier ? event.get() : barrier;
    if (command.waits_for_all) {
      covered = {event.get(), next_number, open.get(), open ? open->events.size() : 0};
      first_joinable = next_number;
    }
  }
  if (waits.alone()) {
    batch.state = Batch::State::closed;
    register_waits(batch, waits);
  } else if (waits.joined) {
    batch.can_be_joined = batch.length < full_batch;
  } else if (batch.length == full_batch || worth_waking(batch)) {
    close(batch);
  }
  return CL_SUCCESS;
}

/// Waits for the events of a list, and lends the device this thread meanwhile.
void Queue::wait_for(const KeptEvents& wait_list) const {
  for (const auto& event : wait_list) {
    if (event->queue) {
      event->queue->flush();
      event->queue->wait(*event);
    } else {
      event->wait();
    }
  }
}

cl_int Queue::enqueue(const Command& command, std::span<Reference> references, Record record) {
  // Out of order every command has an event, by which later commands can wait for it; a blocking
  // command has one for its own status, whatever becomes of others in its batch.
  const bool wants_event =
      command.event_ret || command.blocking || !in_order() || on_callers() || trace::enabled();
  retained<Event> event = wants_event ? make<Event>(*this, command.type, command.label) : nullptr;
  const bool runs_here = on_callers() && !is_advancing();
  retained<Batch> own;
  {
    const KeptEvents wait_list = keep(command.wait_list);
    if (runs_here) {
      wait_for(wait_list);
    }
    const auto guard = cargo::lock_soon(lock);
    if (const cl_int error = append(command, wait_list, event, references, record)) {
      return error;
    }
    own = retained<Batch>(runs_here ? event->batch : nullptr);
  }
  const auto run_here = [&] {
    if (runs_here) {
      flush();
      wait(own);
    }
  };
  if (!command.blocking) {
    if (command.event_ret) {
      *command.event_ret = hand_out(std::move(event));
    }
    run_here();
    advance();
    return CL_SUCCESS;
  }
  if (command.event_ret) {
    *command.event_ret = hand_out(event);
  }
  run_here();
  flush();
  wait(*event);
  return event->status() < 0 ? event->status() : CL_SUCCESS;
}

} // namespace cl
