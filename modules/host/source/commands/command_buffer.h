// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef HOST_COMMANDS_COMMAND_BUFFER_H
#define HOST_COMMANDS_COMMAND_BUFFER_H

#include "cargo/small_vector.h"
#include "commands/command.h"
#include "device.h"
#include "queues/host_semaphore.h"

namespace host {

/// The one command of a command buffer that has none.
class Nothing final : public Command {
public:
  Plan plan(uint32_t) override { return {}; }
  mux_result_t execute(uint64_t, Slot&, const uint32_t*) override { return mux_success; }
  Command* clone(Arena& arena) const override;
};

/// The dispatch of a queue whose commands the dispatching thread runs, on that thread's stack. The
/// lock of its shard protects it.
struct CallersDispatch {
  LinkedList<Task> tasks; ///< that are ready
  bool over = false;      ///< the command buffer may be gone
};

struct CommandBuffer : mux_command_buffer_s {
  CommandBuffer(Device& made_by, mux_command_order_e wanted_order, mux_allocator_info_t given);

  [[nodiscard]] Device& owner() const { return cast<Device>(device); }
  [[nodiscard]] Scheduler& scheduler() const { return owner().scheduler; }

  /// A command in the arena, made of `arguments`; null if there is no memory. It is recorded by
  /// `add` only.
  template <typename T, typename... Arguments> [[nodiscard]] T* make(Arguments&&... arguments) {
    void* memory = arena.take(sizeof(T), alignof(T));
    return memory ? ::new (memory) T(std::forward<Arguments>(arguments)...) : nullptr;
  }
  /// Records a command of `make`; null, or too little memory, is reported and changes nothing.
  [[nodiscard]] mux_result_t add(Command* command, const mux_command_info_t* info,
                                 mux_sync_point_t* out_sync_point);
  /// Resolves the commands' dependencies.
  [[nodiscard]] mux_result_t finalize();
  /// Ends it, or its next dispatch, before its time; see muxCancelCommandBuffer.
  [[nodiscard]] bool cancel();
  /// The same commands, waits and callbacks.
  [[nodiscard]] mux_result_t copy_from(const CommandBuffer& other);
  void reset();

  // The functions below concern one dispatch. They require the lock of its shard.

  /// All wait semaphores are over: the commands may run.
  void start(const Lock& lock, Scheduler::Telling telling = Scheduler::Telling::now);
  static void signal(Fence& signalled, mux_result_t result);
  void signal_semaphores();
  /// A command is ready, as another has ended or it has more to do.
  void push_next(const Lock& lock, Command& command);
  /// One command has ended. With the last one, so does the dispatch.
  void command_ended(Lock& lock, mux_result_t result);

  Arena arena;
  cargo::small_vector<Command*, 8> commands;
  cargo::small_vector<Command*, 8> roots; ///< commands that wait for none
  cargo::small_vector<Fence*, 4> fences;  ///< of commands
  Nothing nothing;
  Line line;

  std::atomic<bool> running = false;
  std::atomic<bool> cancelled = false; ///< until it is reset
  cargo::small_vector<SemaphoreWait, 4> waits;
  cargo::small_vector<Semaphore*, 4> signals;
  uint64_t pending_waits = 0; ///< Device::semaphores protects it
  uint64_t remaining = 0;     ///< commands that have not ended
  mux_result_t status = mux_success;
  Fence* fence = nullptr;
  mux_dispatch_callback_t callback = nullptr;
  void* user_data = nullptr;
  Queue* queue = nullptr;
  uint64_t ticket = 0;                  ///< of QueueShard::enter
  uint32_t shard = 0;                   ///< of the scheduler
  CallersDispatch* by_caller = nullptr; ///< or null: the scheduler's threads run the commands
};

} // namespace host

#endif
