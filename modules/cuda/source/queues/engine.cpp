// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Puts dispatches on streams. Their ends are in completion.cpp.
#include "queues/engine.h"

#include "commands/command_buffer.h"

#include "cargo/lock_soon.h"

#include <algorithm>
#include <cstring>
#include <new>
#include <span>
#include <utility>

namespace cuda {
Engine::Engine(const Driver& in_driver, CUcontext in_context) : cu(in_driver), context(in_context) {
  is_ready = begin_context();
}

/// Makes the objects that each context needs: words, a stream, and the event from which times are
/// counted.
bool Engine::begin_context() {
  void* pinned = nullptr;
  constexpr size_t size = max_streams * words_apart * sizeof(uint32_t);
  const bool has_words =
      cu.stream_write_value != nullptr &&
      cu.mem_host_alloc(&pinned, size, cuda_host_alloc_portable | cuda_host_alloc_mapped) ==
          cuda_success;
  words = has_words ? static_cast<uint32_t*>(std::memset(pinned, 0, size)) : nullptr;
  auto first = std::make_unique<Stream>();
  first->word = word_of_next_stream();
  CUevent begin = nullptr;
  if (cu.stream_create(&first->handle, cuda_stream_non_blocking) != cuda_success ||
      cu.event_create(&begin, 0) != cuda_success ||
      cu.event_record(begin, first->handle) != cuda_success ||
      cu.event_synchronize(begin) != cuda_success) {
    return false;
  }
  clock.start(begin);
  streams.push_back(std::move(first));
  return true;
}

uint32_t* Engine::word_of_next_stream() const {
  return words != nullptr ? words + streams.size() * words_apart : nullptr;
}

void Engine::note_end(CUresult result) {
  if (result != cuda_success && ended_with == cuda_success) {
    ended_with = result;
    lost = true;
  }
}

bool Engine::has_marks_left() const {
  return std::ranges::any_of(streams, [](const auto& stream) { return !stream->marks.empty(); });
}

void Engine::renew(const std::function<CUcontext()>& make) {
  std::unique_lock alone(polling, std::defer_lock);
  if (polling_here != this) { // else it is a callback, in which nothing of the context is used
    alone.lock();
  }
  const Lock held(lock);
  if (ended_with == cuda_success || context == nullptr || works || !work_list.empty() ||
      has_marks_left()) {
    return;
  }
  streams.clear(); // they, the words and the events have gone with the context
  events = {};
  context = make();
  if (context == nullptr) {
    return;
  }
  const Current current(cu, context);
  if (begin_context()) {
    ended_with = cuda_success;
    lost = false;
  }
}

Engine::~Engine() = default; // streams and events go with the context

void Engine::stop() {
  if (is_there()) {
    wait_all();
  }
  {
    const Lock held(lock);
    stops = true;
    has_marks.notify_all();
    has_work.notify_all();
  }
  if (has_threads) {
    watcher.join();
    worker.join();
  }
}

bool Engine::prepare() {
  const Lock held(lock);
  return start_threads();
}

bool Engine::start_threads() {
  if (has_threads) {
    return true;
  }
  try {
    watcher = std::thread([this] { watch(); });
    worker = std::thread([this] { work(); });
    has_threads = true;
  } catch (const std::system_error&) {
    if (watcher.joinable()) { // it may not be ended while the lock is held; it does no harm
      watcher.detach();
    }
  }
  return has_threads;
}

bool Engine::arm(CommandBuffer& buffer, const Signals& signals) {
  const auto each_fence = [&](const auto& use) {
    for (const auto& command : buffer.commands) {
      if (command->fence != nullptr) {
        use(*command->fence);
      }
    }
    if (signals.fence != nullptr) {
      use(*signals.fence);
    }
  };
  bool are_reset = std::ranges::all_of(
      signals.signals, [](const Semaphore* one) { return one->state == Semaphore::State::reset; });
  each_fence(
      [&](const Fence& fence) { are_reset = are_reset && fence.state == Fence::State::reset; });
  if (!are_reset) {
    return false;
  }
  each_fence([](Fence& fence) { fence.state = Fence::State::armed; });
  for (Semaphore* one : signals.signals) {
    one->state = Semaphore::State::armed;
    one->signaller = &buffer;
  }
  return true;
}

mux_result_t Engine::dispatch(CommandBuffer& buffer, Signals signals) {
  const Lock held = cargo::lock_soon(lock);
  if (buffer.running) {
    return mux_error_invalid_state;
  }
  if (!start_threads()) {
    return mux_error_out_of_memory;
  }
  if (streams.empty()) {
    return mux_error_internal; // the context has ended, and the driver gives no other
  }
  // Everything that allocates comes first.
  for (Semaphore* semaphore : signals.waits) {
    semaphore->waiters.reserve(semaphore->waiters.size() + signals.waits.size());
  }
  outstanding.reserve(outstanding.size() + 1);
  if (!arm(buffer, signals)) {
    return mux_error_invalid_state;
  }
  outstanding.push_back(next_ticket);
  buffer.ticket = next_ticket++;
  buffer.fence = signals.fence;
  buffer.signals = std::move(signals.signals);
  buffer.pending_waits = 0;
  buffer.is_given = buffer.is_queued = false;
  buffer.running = true;
  const CommandBuffer* behind = given_before(buffer, signals.waits);
  for (Semaphore* semaphore : signals.waits) {
    if (behind == nullptr && semaphore->state != Semaphore::State::signalled) {
      semaphore->waiters.push_back(&buffer);
      ++buffer.pending_waits;
    }
  }
  if (buffer.pending_waits == 0) {
    const Current current(cu, context);
    start(buffer, behind);
  } else {
    close_all(); // it begins when they have been seen
  }
  return mux_success;
}

/// The only dispatch that one has to wait for, if it is enough to go behind it on its stream.
const CommandBuffer* Engine::given_before(const CommandBuffer& buffer,
                                          std::span<Semaphore* const> waits) {
  const CommandBuffer* found = nullptr;
  for (const Semaphore* semaphore : waits) {
    if (semaphore->state == Semaphore::State::signalled) {
      continue;
    }
    const CommandBuffer* signaller = semaphore->signaller;
    const bool fits = signaller != nullptr && (found == nullptr || found == signaller) &&
                      (signaller->is_given || can_queue_behind(buffer, *signaller));
    if (!fits) {
      return nullptr;
    }
    found = signaller;
  }
  return buffer.has_one_stream() ? found : nullptr;
}

/// `behind`: the dispatch on whose stream it goes; null: on any.
void Engine::start(CommandBuffer& buffer, const CommandBuffer* behind) {
  buffer.stream = behind != nullptr ? behind->stream : &choose_stream();
  buffer.next = 0;
  buffer.first_open = 0;
  buffer.has_unfinished_reads = behind != nullptr && behind->has_unfinished_reads;
  buffer.status = mux_success;
  buffer.is_quiet = std::ranges::none_of(buffer.commands, [](const auto& command) {
    return command->is_timed() || command->is_watched();
  });
  buffer.start_time = now();
  const uint32_t waits = waits_begun;
  buffer.is_awaited = std::exchange(waits_before, waits) != waits;
  for (const auto& command : buffer.commands) {
    command->outcome = mux_success;
    command->has_begun = command->is_submitted = false;
    command->start_time = 0;
    command->state = Command::State::waiting;
    command->placed_on = nullptr;
    command->end_event = nullptr;
  }
  if (!buffer.has_one_stream()) {
    buffer.remaining = buffer.held_back = buffer.commands.size();
    spread(buffer);
  } else if (leaves_to_worker(buffer, behind)) {
    buffer.is_queued = true;
    ++buffer.stream->queued;
    note_first(*buffer.stream);
    add_work({&buffer, nullptr, true});
  } else {
    advance(buffer);
  }
}

/// Another stream; null if there is no memory for one.
Stream* Engine::make_stream() {
  try {
    streams.reserve(streams.size() + 1);
    auto made = std::make_unique<Stream>();
    made->index = streams.size();
    made->word = word_of_next_stream();
    if (cu.stream_create(&made->handle, cuda_stream_non_blocking) != cuda_success) {
      return nullptr;
    }
    streams.push_back(std::move(made));
    return streams.back().get();
  } catch (const std::bad_alloc&) {
    return nullptr;
  }
}

Stream& Engine::choose_stream() {
  Stream& best =
      **std::ranges::min_element(streams, {}, [](const auto& stream) { return stream->load(); });
  Stream* made = best.load() == 0 || streams.size() == max_streams ? nullptr : make_stream();
  return made != nullptr ? *made : best;
}

CUevent Engine::take_event(bool timed) {
  CUevent event = nullptr;
  auto& kept = events[timed];
  if (!kept.empty()) {
    event = kept.back();
    kept.pop_back();
  } else if (cu.event_create(&event, timed ? 0 : cuda_event_disable_timing) != cuda_success) {
    event = nullptr;
  }
  return event;
}

/// Puts a mark behind the commands that a stream has been given.
void Engine::push(Stream& stream, Mark made) {
  const auto ended = std::span(made.dispatch->commands)
                         .subspan(made.first_ended, made.end_ended - made.first_ended);
  made.is_timed = made.begins || std::ranges::any_of(ended, [](const auto& command) {
                    return command->is_timed();
                  });
  made.is_open = made.then == Mark::Then::finish && stream.word != nullptr &&
                 made.dispatch->is_quiet && !made.dispatch->is_awaited &&
                 std::ranges::all_of(made.dispatch->signals, [](const Semaphore* semaphore) {
                   return semaphore->waiters.empty();
                 });
  const uint64_t time = now();
  last_mark.store(time, std::memory_order_relaxed);
  if (made.dispatch->is_awaited) {
    last_awaited.store(time, std::memory_order_relaxed);
  }
  if (made.is_open) {
    last_open.store(time, std::memory_order_relaxed);
  } else {
    settle(stream, made);
  }
  stream.marks.push_back(made);
  note_first(stream);
  if (watcher_sleeps) {
    has_marks.notify_one();
  }
}

/// Gives a mark its place, which is neither number nor event if the driver gives none: then
/// everything before it has ended already.
void Engine::settle(Stream& stream, Mark& given) {
  if (!given.is_timed && given.then == Mark::Then::finish && write_number(stream)) {
    given.number = stream.last_number;
  } else {
    given.event = take_event(given.is_timed);
    note_end(given.event != nullptr ? cu.event_record(given.event, stream.handle)
                                    : cu.stream_synchronize(stream.handle));
  }
}

/// Gives open marks at the end of a stream a place, unless more is on its way there. The context
/// is current.
void Engine::close(Stream& stream) {
  if (stream.queued == 0 && !stream.marks.empty() && stream.marks.back().is_open) {
    stream.marks.back().is_open = false;
    settle(stream, stream.marks.back());
    note_first(stream);
  }
}

void Engine::close_all() {
  const Current current(cu, context);
  for (const auto& stream : streams) {
    close(*stream);
  }
}

void Engine::note_first(const Stream& stream) {
  const Mark* const settled = stream.first_settled();
  const uint64_t first = stream.marks.empty()   ? no_mark
                         : settled == nullptr   ? (stream.queued == 0 ? open_mark : later_mark)
                         : settled->number != 0 ? settled->number
                                                : other_mark;
  first_marks[stream.index].store(first, std::memory_order_release);
}

/// Has the GPU write the next number behind the commands that a stream has been given; false if the
/// driver does not do that.
bool Engine::write_number(Stream& stream) {
  if (stream.word == nullptr) {
    return false;
  }
  const CUresult result =
      cu.stream_write_value(stream.handle, address_of(stream.word), stream.next_number(), 0);
  if (result != cuda_success && !ends_context(result)) {
    stream.word = nullptr;
    return false;
  }
  note_end(result);
  return true;
}

void Engine::mark(CommandBuffer& buffer, bool begins, Mark::Then then) {
  const Mark made = {.dispatch = &buffer,
                     .first_ended = buffer.first_open,
                     .end_ended = buffer.next,
                     .begins = begins,
                     .then = then};
  buffer.first_open = buffer.next;
  push(*buffer.stream, made);
}

/// Whether the context that a command was recorded for has ended, and so the objects that it uses.
bool Engine::is_of_ended(const CommandBuffer& buffer, const Command& command) const {
  return ended_with != cuda_success || command.generation != buffer.owner().generation;
}

/// The error with which a command ends without running; mux_success if it may run.
mux_result_t Engine::obstacle(const CommandBuffer& buffer, const Command& command) const {
  return command.outcome != mux_success     ? command.outcome
         : buffer.cancelled                 ? mux_error_cancelled
         : buffer.waits_for_failed(command) ? mux_error_dependency_failed
         : is_of_ended(buffer, command)     ? mux_error_fault
                                            : mux_success;
}

/// False if a thread has to run the command.
bool Engine::submit(CommandBuffer& buffer, Command& command, Launches& on, Lock* released) {
  command.outcome = obstacle(buffer, command);
  if (command.outcome != mux_success) {
    return true;
  }
  if (command.needs_thread(buffer.owner()) ||
      (command.reads_host_memory() && buffer.has_unfinished_reads)) {
    return false;
  }
  const bool follows_watched = buffer.next > 0 && buffer.first_open < buffer.next &&
                               buffer.commands[buffer.next - 1]->is_watched();
  if (command.is_timed() || follows_watched) {
    static_cast<void>(on.flush());
    mark(buffer, command.is_timed(), Mark::Then::nothing);
  }
  if (released != nullptr) {
    released->unlock();
  }
  command.start(buffer, on);
  if (released != nullptr) {
    *released = cargo::lock_soon(lock);
  }
  buffer.has_unfinished_reads =
      buffer.has_unfinished_reads || (command.is_submitted && command.writes_host_memory());
  return true;
}

/// `released`: the lock, if others may have it while commands are submitted, of which none ends
/// before the last one has been.
void Engine::advance(CommandBuffer& buffer, Lock* released) {
  Launches on(buffer, buffer.stream->handle);
  for (; buffer.next < buffer.commands.size(); ++buffer.next) {
    if (!submit(buffer, *buffer.commands[buffer.next], on, released)) {
      static_cast<void>(on.flush());
      mark(buffer, false, Mark::Then::resume);
      return;
    }
  }
  if (released != nullptr) {
    released->unlock();
  }
  static_cast<void>(on.flush());
  if (released != nullptr) {
    *released = cargo::lock_soon(lock);
  }
  mark(buffer, false, Mark::Then::finish);
  buffer.is_given = true;
  if (std::exchange(buffer.is_queued, false)) {
    --buffer.stream->queued;
    note_first(*buffer.stream);
  }
}

bool Engine::reset(Fence& fence) {
  const Lock held(lock);
  if (fence.state == Fence::State::armed) {
    return false;
  }
  fence.state = Fence::State::reset;
  fence.status = mux_success;
  return true;
}

bool Engine::reset(Semaphore& semaphore) {
  const Lock held(lock);
  if (semaphore.state == Semaphore::State::armed || !semaphore.waiters.empty()) {
    return false;
  }
  semaphore.state = Semaphore::State::reset;
  return true;
}

} // namespace cuda
