// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef CUDA_COMMANDS_COMMAND_H
#define CUDA_COMMANDS_COMMAND_H

#include "commands/command_memory.h"
#include "device.h"
#include "launch/launches.h"
#include "queues/fence.h"

#include <vector>

namespace cuda {

struct CommandBuffer;

/// One command of a command buffer. Only one dispatch at a time has it.
class Command {
public:
  Command() = default;
  Command& operator=(const Command&) = delete;
  virtual ~Command() = default;

  /// Whether a thread has to run it, when all before it has ended: submit() is then called there,
  /// and returns when it has ended.
  [[nodiscard]] virtual bool needs_thread(const Device& device) const {
    static_cast<void>(device);
    return false;
  }
  /// Whether it reads memory of the host when it is submitted.
  [[nodiscard]] virtual bool reads_host_memory() const { return false; }
  /// Whether finish() leaves something in memory of the host.
  [[nodiscard]] virtual bool writes_host_memory() const { return false; }
  /// Whether finish() has to know when it ended.
  [[nodiscard]] virtual bool wants_time() const { return false; }
  /// Has a stream do it. The context is current. May throw std::bad_alloc.
  [[nodiscard]] virtual mux_result_t submit(CommandBuffer& buffer, Launches& on) = 0;
  /// The GPU has done it at `time`, or has not, because the context has ended with `result`: called
  /// once for each submit() that succeeded, also then.
  [[nodiscard]] virtual mux_result_t finish(Device& device, mux_result_t result, uint64_t time) {
    static_cast<void>(device), static_cast<void>(time);
    return result;
  }
  /// So many nanoseconds of the GPU's have gone into it.
  virtual void add_time(uint64_t time) { static_cast<void>(time); }
  /// The same command in other memory. Throws std::bad_alloc.
  [[nodiscard]] virtual CommandPointer clone(std::pmr::memory_resource& memory) const = 0;

  /// Whether anybody wants to know at once that it has ended.
  [[nodiscard]] bool is_watched() const {
    return (callback != nullptr && !may_report_late) || fence != nullptr || wants_time();
  }
  /// Whether anybody wants to know when it begins and ends.
  [[nodiscard]] bool is_timed() const {
    return (callback != nullptr && !may_report_late && !untimed) || wants_time();
  }
  /// Tells whoever recorded it, unless nobody wants to know of this stage.
  void report(const mux_command_report_t& stage) const {
    if (callback != nullptr && (stage.stage == mux_command_stage_complete || !may_report_late)) {
      callback(&stage, user_data);
    }
  }
  /// Calls submit(), and records the outcome, if it has none yet.
  void start(CommandBuffer& buffer, Launches& on) {
    has_begun = is_submitted = true;
    if (const mux_result_t result = guarded([&] { return submit(buffer, on); });
        result != mux_success) {
      fail(result);
    }
  }
  /// The driver has refused it.
  void fail(mux_result_t result) {
    outcome = outcome == mux_success ? result : outcome;
    is_submitted = false;
  }
  /// Takes the members that every command has. Throws std::bad_alloc.
  void take(const mux_command_info_t& info);

  // As recorded.
  uint64_t generation = 0; ///< of the device's contexts: what it uses is of this one
  std::vector<mux_sync_point_t> waits;
  Fence* fence = nullptr;
  mux_command_callback_t callback = nullptr;
  void* user_data = nullptr;
  bool may_report_late = false;
  bool untimed = false;

  // Of one dispatch.
  mux_result_t outcome = mux_success;
  bool has_begun = false;    ///< submit() has been called
  bool is_submitted = false; ///< and has succeeded
  uint64_t start_time = 0;
  // Of one that is spread (Engine::spread). Its end event is good until it has ended.
  enum class State : uint8_t { waiting, submitted, ended };
  State state = State::waiting;
  Stream* placed_on = nullptr; ///< null if a thread runs it
  CUevent end_event = nullptr;

protected:
  Command(const Command&) = default;
};

} // namespace cuda

#endif
