// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "command_buffers/replay.h"

#include "command_buffers/command_buffer.h"

namespace cl {

Replay::Replay() noexcept = default;
Replay::Replay(retained<CommandBuffer> in_buffer, uint32_t in_part,
               std::shared_ptr<const LaunchStates> in_states) noexcept
    : buffer(std::move(in_buffer)), part(in_part), states(std::move(in_states)) {}
Replay::Replay(Replay&& other) noexcept = default;
Replay& Replay::operator=(Replay&& other) noexcept = default;
Replay::~Replay() = default;

Replay::operator bool() const { return static_cast<bool>(buffer); }

expected<mux_command_buffer_t> Replay::begin(Event* event) noexcept {
  const auto taken = buffer->take(part, states);
  if (!taken) {
    return fail(taken.error());
  }
  instance = *taken;
  instance->prepare(event);
  return instance->commands;
}

void Replay::end() noexcept {
  if (Instance* used = std::exchange(instance, nullptr)) {
    buffer->give_back(part, *used);
  }
  states = nullptr;
  buffer = nullptr;
}

} // namespace cl
