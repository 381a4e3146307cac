// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef CUDA_LAUNCH_LAUNCHES_H
#define CUDA_LAUNCH_LAUNCHES_H

#include "cuda/kernel_abi.h"
#include "launch/chains.h"
#include "mux/mux.h"

#include <memory>
#include <mutex>
#include <vector>

namespace cuda {

class Arguments;
class Command;
struct CommandBuffer;
struct Kernel;

/// Launches that have been collected. It keeps the memory of those that it had before.
struct CollectedLaunches {
  std::array<Launch, Chains::longest> launches;
  std::array<launch, Chains::longest> built_ins;
  std::array<std::vector<void*>, Chains::longest> parameters;
  std::array<Command*, Chains::longest> commands;
};

/// Room for launches: as much as threads have used at the same time. Thread safe.
class LaunchRooms {
public:
  using Room = std::unique_ptr<CollectedLaunches>;
  /// Throws std::bad_alloc.
  [[nodiscard]] Room take();
  void give_back(Room used);

private:
  std::mutex lock; ///< protects the list, which has capacity for all rooms
  std::vector<Room> unused;
  size_t made = 0;
};

/// What a dispatch gives a stream. Launches are collected until something else follows, so that
/// they go as chains; a command whose launch the driver then refuses fails later. The context is
/// current.
class Launches {
public:
  Launches(CommandBuffer& in_buffer, CUstream in_stream) : buffer(in_buffer), handle(in_stream) {}
  Launches(const Launches&) = delete;
  Launches& operator=(const Launches&) = delete;
  ~Launches();

  /// For what comes behind the launches: gives the stream those that have been collected.
  [[nodiscard]] CUstream stream() {
    static_cast<void>(flush()); // commands have their outcomes
    return handle;
  }
  /// Adds a launch of a command, which keeps the arguments. `given` has its function, grid, block
  /// and local memory. Throws std::bad_alloc.
  void add(Command& command, const Kernel& kernel, Arguments& arguments, Launch given,
           const launch& built_in);
  /// Gives the stream what has been collected; the first failure of a command.
  [[nodiscard]] mux_result_t flush();

private:
  [[nodiscard]] mux_result_t launch_one(size_t index);

  CommandBuffer& buffer;
  CUstream handle;
  LaunchRooms::Room collected; ///< null until there is a launch
  size_t count = 0;
};

} // namespace cuda

#endif
