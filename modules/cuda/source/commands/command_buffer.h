// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef CUDA_COMMANDS_COMMAND_BUFFER_H
#define CUDA_COMMANDS_COMMAND_BUFFER_H

#include "commands/command.h"
#include "queues/gpu_semaphore.h"

namespace cuda {

/// Commands and their dispatch. A dispatch has a stream, on which its commands follow one another
/// in the order of their recording, which is one that every command buffer allows.
struct CommandBuffer : mux_command_buffer_s {
  CommandBuffer(mux_device_t in_device, mux_command_order_e in_order,
                mux_allocator_info_t allocator);

  [[nodiscard]] Device& owner() const { return cast<Device>(device); }

  /// Records a command. Throws std::bad_alloc.
  void add(CommandPointer command, const mux_command_info_t* info,
           mux_sync_point_t* out_sync_point);
  /// Whether its commands follow one another, rather than to run as their wait lists say.
  [[nodiscard]] bool has_one_stream() const {
    return order == mux_command_order_in_order || commands.size() <= 1;
  }
  /// Whether a command that it waits for has failed.
  [[nodiscard]] bool waits_for_failed(const Command& command) const;

  AllocatorMemory memory;
  std::pmr::vector<CommandPointer> commands{&memory};
  std::atomic<bool> running = false;
  std::atomic<bool> cancelled = false; ///< until it is reset

  // Of one dispatch; the engine's lock protects what follows until the dispatch has started, from
  // when on one thread at a time has it: the one that submits, the one that completes, or the
  // worker.
  Fence* fence = nullptr;
  mux_dispatch_callback_t callback = nullptr;
  void* user_data = nullptr;
  std::vector<Semaphore*> signals;
  size_t pending_waits = 0;
  uint64_t ticket = 0;
  Stream* stream = nullptr;
  bool is_given = false;             ///< all commands are on `stream`
  bool is_queued = false;            ///< the worker is going to put all of them there
  bool is_quiet = false;             ///< nobody is told of ends of commands before all have ended
  bool is_awaited = false;           ///< a thread probably waits for it next
  size_t next = 0;                   ///< command to submit
  size_t first_open = 0;             ///< command whose end no mark tells of yet
  size_t remaining = 0;              ///< commands of a spread dispatch that have not ended
  size_t held_back = 0;              ///< those of them that have not been submitted
  bool has_unfinished_reads = false; ///< finish() will write memory of the host
  /// The first failure. Commands of a spread dispatch end on two threads.
  std::atomic<mux_result_t> status = mux_success;
  uint64_t start_time = 0; ///< before which nothing of it has happened
};

/// Records a command made of `arguments`, as functions of mux do.
template <typename T, typename... Arguments>
[[nodiscard]] mux_result_t record(mux_command_buffer_t handle, const mux_command_info_t* info,
                                  mux_sync_point_t* out_sync_point, Arguments&&... arguments) {
  return guarded([&] {
    auto& buffer = cast<CommandBuffer>(handle);
    buffer.add(make_command<T>(buffer.memory, std::forward<Arguments>(arguments)...), info,
               out_sync_point);
    return mux_success;
  });
}

} // namespace cuda

#endif
