// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Dispatches whose commands wait for what their wait lists say and for nothing else: commands get
// streams of their own, except for those that go on where one ends that they wait for. What waits
// for something that the streams do not know of is held back until that has ended.
#include "commands/command_buffer.h"

#include <algorithm>

namespace cuda {
namespace {

using State = Command::State;

/// Whether all that a command waits for has come so far that it can go.
bool can_go(const CommandBuffer& buffer, const Command& command, bool needs_thread) {
  const bool after_ends = needs_thread || command.reads_host_memory();
  return std::ranges::all_of(command.waits, [&](mux_sync_point_t point) {
    const Command& waited = *buffer.commands[point];
    return waited.state == State::ended ||
           (waited.state == State::submitted && !after_ends && waited.placed_on != nullptr);
  });
}

} // namespace

void Engine::make_stream_wait(Stream& stream, const Command& earlier) {
  if (earlier.state == State::ended || earlier.placed_on == &stream) {
    return;
  }
  const CUresult result = earlier.end_event != nullptr
                              ? cu.stream_wait_event(stream.handle, earlier.end_event, 0)
                              : cuda_success; // it has ended
  note_end(result);
}

/// Puts a command on a stream.
void Engine::place(CommandBuffer& buffer, size_t index) {
  Command& command = *buffer.commands[index];
  const auto waited = [&](mux_sync_point_t point) -> Command& { return *buffer.commands[point]; };
  // Whether the command that is waited for is the last one on its stream.
  const auto is_last = [&](mux_sync_point_t point) {
    return waited(point).state == State::submitted &&
           waited(point).placed_on->last_of(buffer) == point;
  };
  const auto found = std::ranges::find_if(command.waits, is_last);
  Stream& stream = found != command.waits.end() ? *waited(*found).placed_on : choose_stream();
  for (const mux_sync_point_t point : command.waits) {
    make_stream_wait(stream, waited(point));
  }
  command.placed_on = &stream;
  command.state = State::submitted;
  command.outcome = obstacle(buffer, command);
  if (command.outcome == mux_success) {
    if (command.is_timed()) {
      push(stream, {.dispatch = &buffer, .first_ended = index, .end_ended = index, .begins = true});
    }
    Launches on(buffer, stream.handle);
    command.start(buffer, on);
    static_cast<void>(on.flush());
  }
  push(stream, {.dispatch = &buffer,
                .first_ended = index,
                .end_ended = index + 1,
                .then = Mark::Then::count});
  command.end_event = stream.marks.back().event;
}

void Engine::spread(CommandBuffer& buffer) {
  for (size_t i = 0; i < buffer.commands.size(); ++i) {
    Command& command = *buffer.commands[i];
    const bool needs_thread = command.needs_thread(buffer.owner());
    if (command.state != State::waiting || !can_go(buffer, command, needs_thread)) {
      continue;
    }
    if (needs_thread) {
      command.state = State::submitted;
      add_work({&buffer, &command});
    } else {
      place(buffer, i);
    }
    --buffer.held_back;
  }
}

void Engine::count_end(CommandBuffer& buffer, Command& command) {
  bool is_over = false;
  {
    const Lock held(lock);
    command.state = State::ended;
    if (buffer.held_back != 0) {
      const Current current(cu, context);
      spread(buffer);
    }
    is_over = --buffer.remaining == 0;
  }
  if (is_over) {
    finish(buffer);
  }
}

} // namespace cuda
