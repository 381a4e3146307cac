// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef CUDA_LAUNCH_LAUNCHES_H
#define CUDA_LAUNCH_LAUNCHES_H

#include "cuda/kernel_abi.h"
#include "launch/chains.h"
#include "mux/mux.h"

namespace cuda {

class Arguments;
class Command;
struct CommandBuffer;
struct Kernel;

/// What a dispatch gives a stream. Launches are collected until something else follows, so that
/// they go as chains; a command whose launch the driver then refuses fails later. One thread has
/// one of these at a time. The context is current.
class Launches {
public:
  Launches(CommandBuffer& in_buffer, CUstream in_stream) : buffer(in_buffer), handle(in_stream) {}
  Launches(const Launches&) = delete;
  Launches& operator=(const Launches&) = delete;

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
  size_t count = 0;
};

} // namespace cuda

#endif
