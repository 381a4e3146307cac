// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef HOST_COMMANDS_COMMAND_H
#define HOST_COMMANDS_COMMAND_H

#include "memory/arena.h"
#include "queues/fence.h"
#include "scheduler/task.h"

#include <span>

namespace host {

struct CommandBuffer;

/// The division of a command's work into parts.
struct Plan {
  uint64_t parts = 1;
  uint64_t estimate = 0; ///< nanoseconds in all
  uint32_t threads = 0;  ///< worth waking for it; 0: as many as there are
};

/// One command of a command buffer. Lives in the buffer's arena and is never destroyed, so it
/// owns nothing outside of it.
class Command : public Task {
public:
  /// The plan for running it on `threads` threads; called at each dispatch, and again when it is
  /// about to run behind other commands, of which one may have told what it needs.
  [[nodiscard]] virtual Plan plan(uint32_t threads) = 0;
  /// Runs one part. `abort` becomes 1 when another part has failed.
  [[nodiscard]] virtual mux_result_t execute(uint64_t part, Slot& slot, const uint32_t* abort) = 0;
  /// Runs parts [first, last), until one fails.
  [[nodiscard]] virtual mux_result_t execute_range(uint64_t first, uint64_t last, Slot& slot,
                                                   const uint32_t* abort);
  /// Its name in timelines.
  [[nodiscard]] virtual const char* label() const { return "transfer"; }
  /// The next step when all parts have run.
  enum class Then {
    end,   ///< the command
    again, ///< other parts, for which it has been rearmed
    later, ///< the same, once somebody pushes it, who may have done so by now
  };
  /// Called when all parts have run; `result` is the command's so far, and may change.
  [[nodiscard]] virtual Then go_on(mux_result_t& result, uint32_t threads) {
    static_cast<void>(result), static_cast<void>(threads);
    return Then::end;
  }
  /// Called when all parts have succeeded.
  virtual void finished() {}
  /// The command buffer has been cancelled: a command that has returned Then::later must end
  /// without what it waits for. Any thread.
  virtual void stop_waiting() {}
  /// A copy in another command buffer's arena; null if there is no memory.
  [[nodiscard]] virtual Command* clone(Arena& arena) const = 0;

  void begin(uint64_t time) final;
  void run(uint64_t first, uint64_t last, Slot& slot) final;
  void end(Lock& lock) final;

  /// Makes it ready for the next dispatch.
  void prepare(uint32_t threads);
  /// Plans it again, before it is pushed.
  void plan_again(uint32_t threads);
  /// Ends it before its time; true if a thread could not be stopped just now. Any thread, as long
  /// as the command buffer is finalized.
  [[nodiscard]] bool cancel();
  /// Will not run, because something that it waits for failed.
  void block() { blocked = true; }
  /// Whether a command in its wait list has failed. All of them have ended.
  [[nodiscard]] bool waits_for_failed() const;

  // As recorded.
  CommandBuffer* buffer = nullptr;
  std::span<const mux_sync_point_t> waits;
  Fence* fence = nullptr;
  mux_command_callback_t callback = nullptr;
  void* user_data = nullptr;
  // Of muxFinalizeCommandBuffer.
  std::span<Command*> successors;
  uint64_t predecessors = 0;
  // Of one dispatch; the lock of its shard protects `pending`.
  uint64_t pending = 0; ///< predecessors that have not ended

protected:
  ~Command() override = default;
  /// Notes why the command is about to fail, for its report; the first call counts. Any part's
  /// thread.
  void note_fault(uint64_t address);
  /// Makes the command fail, unless it has failed before; the rest of it is skipped. Any thread.
  void note_failure(mux_result_t result);
  /// Nanoseconds from its begin to its end; in go_on.
  [[nodiscard]] uint64_t elapsed() const { return end_time - start_time; }

private:
  void report(mux_command_stage_e stage) const;
  [[nodiscard]] mux_result_t execute_traced(uint64_t first, uint64_t last, Slot& slot);

  bool blocked = false;
  bool begun = false;
  std::atomic<bool> faulted = false;
  uint64_t fault_address = 0; ///< written by the part that has set `faulted`, read at the end
  uint32_t abort = 0;
  std::atomic<mux_result_t> status = mux_success;
  uint64_t start_time = 0;
  uint64_t end_time = 0;
  uint64_t complete_time = 0;
};

} // namespace host

#endif
