// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef CL_COMMAND_BUFFERS_INSTANCE_H
#define CL_COMMAND_BUFFERS_INSTANCE_H

#include "command_buffers/recorded_launch.h"
#include "queues/event.h"

#include <functional>
#include <memory>
#include <span>
#include <vector>

namespace cl {

/// Records one command into a mux command buffer. Holds values, and is called once for each
/// instance.
using RecordFunction =
    std::function<mux_result_t(mux_command_buffer_t, const mux_command_info_t*, mux_sync_point_t*)>;

/// A command as a command buffer has it: a function that records it, or a launch. Copies are for
/// other command buffers.
struct RecordedCommand {
  RecordFunction record;
  retained<RecordedLaunch> launch;
  std::shared_ptr<const std::vector<Reference>> references; ///< or null
  std::vector<mux_sync_point_t> waits; ///< for commands of the command buffer, by their number
  uint32_t queue = 0;                  ///< which of the command buffer's it is recorded for
};

/// A command within a part of a command buffer.
struct PartCommand {
  const RecordedCommand* recorded;
  std::vector<mux_sync_point_t> waits; ///< for commands of the part
  bool is_first = false;               ///< waits for none of them
};

/// The commands of a part of a command buffer (part.h), recorded for the device: a mux command
/// buffer, which runs once at a time. Only its current user may access it.
class Instance {
public:
  /// Throws std::bad_alloc.
  Instance(mux_device_t in_device, mux_command_order_e order);
  Instance(const Instance&) = delete;
  ~Instance();

  /// Records and finalizes, once. Throws std::bad_alloc.
  [[nodiscard]] mux_result_t record(std::span<const PartCommand> part,
                                    std::shared_ptr<const LaunchStates> wanted);
  /// Changes the launches that are not in the wanted state. Throws std::bad_alloc; if it fails, the
  /// next time changes them all.
  [[nodiscard]] mux_result_t bring_to(std::span<RecordedLaunch* const> launches,
                                      const std::shared_ptr<const LaunchStates>& wanted);

  const mux_device_t device;
  mux_command_buffer_t commands = nullptr;
  std::shared_ptr<const LaunchStates> states; ///< in which the launches are; null: not known
  bool is_taken = false; ///< by a replay or an update; the command buffer's lock protects it

  /// Of one dispatch.
  void prepare(Event* told) {
    event = told;
    is_running.store(false, std::memory_order_relaxed);
  }

private:
  static void on_first(const mux_command_report_t* report, void* self);

  std::vector<Reference> outputs; ///< of launches that print
  Event* event = nullptr;         ///< learns that the first command runs
  std::atomic<bool> is_running = false;
};

} // namespace cl

#endif
