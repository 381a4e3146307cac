// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "launch/launches.h"

#include "commands/command_buffer.h"
#include "launch/arguments.h"

#include <utility>

namespace cuda {

LaunchRooms::Room LaunchRooms::take() {
  const std::lock_guard held(lock);
  if (unused.empty()) {
    unused.reserve(made + 1);
    unused.push_back(std::make_unique<CollectedLaunches>());
    ++made;
  }
  Room taken = std::move(unused.back());
  unused.pop_back();
  return taken;
}

void LaunchRooms::give_back(Room used) {
  const std::lock_guard held(lock);
  unused.push_back(std::move(used));
}

Launches::~Launches() {
  if (collected != nullptr) {
    buffer.owner().launch_rooms.give_back(std::move(collected));
  }
}

void Launches::add(Command& command, const Kernel& kernel, Arguments& arguments, Launch given,
                   const launch& built_in) {
  if (count == Chains::longest) {
    static_cast<void>(flush());
  }
  if (collected == nullptr) {
    collected = buffer.owner().launch_rooms.take();
  }
  auto& parameters = collected->parameters[count];
  arguments.list(kernel.description, parameters);
  collected->built_ins[count] = built_in;
  parameters.push_back(&collected->built_ins[count]);
  given.parameters = parameters.data();
  given.arguments = arguments.bytes();
  given.last_argument = std::as_bytes(std::span(&collected->built_ins[count], 1));
  collected->launches[count] = given;
  collected->commands[count] = &command;
  ++count;
}

mux_result_t Launches::flush() {
  mux_result_t first = mux_success;
  if (count == 0) {
    return first;
  }
  const auto all = std::span(collected->launches).first(std::exchange(count, 0));
  for (size_t i = 0; i < all.size();) {
    if (const size_t given = buffer.owner().chains.give(all.subspan(i), handle); given != 0) {
      i += given;
      continue;
    }
    const mux_result_t result = launch_one(i++);
    first = first == mux_success ? result : first;
  }
  return first;
}

mux_result_t Launches::launch_one(size_t index) {
  Command& command = *collected->commands[index];
  const Launch& one = collected->launches[index];
  if (buffer.waits_for_failed(command)) { // which it did not when it was collected
    command.fail(mux_error_dependency_failed);
  }
  if (command.outcome == mux_success) {
    const CUresult result = buffer.owner().cu.launch_kernel(
        one.function, one.grid[0], one.grid[1], one.grid[2], one.block[0], one.block[1],
        one.block[2], one.local_bytes, handle, one.parameters, nullptr);
    if (result != cuda_success) {
      command.fail(result_of(result));
    }
  }
  return command.outcome;
}

} // namespace cuda
