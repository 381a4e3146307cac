// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef CL_COMMAND_BUFFERS_REPLAY_H
#define CL_COMMAND_BUFFERS_REPLAY_H

#include "guard.h"
#include "mux_status.h"

#include <memory>

namespace cl {

class CommandBuffer;
class Event;
class Instance;
struct LaunchStates;

/// One enqueue of a part of a command buffer, with the launches' arguments and sizes of its time,
/// whatever is updated later. Refers to the command buffer until it ends.
class Replay {
public:
  Replay() noexcept;
  Replay(retained<CommandBuffer> in_buffer, uint32_t in_part,
         std::shared_ptr<const LaunchStates> in_states) noexcept;
  Replay(Replay&& other) noexcept;
  Replay& operator=(Replay&& other) noexcept;
  ~Replay();

  explicit operator bool() const;

  /// Returns the command buffer to dispatch, finalized and not running. `event` is told when the
  /// first command runs; it may be null.
  [[nodiscard]] expected<mux_command_buffer_t> begin(Event* event) noexcept;
  /// Releases everything once the command buffer has ended, or if it was never dispatched.
  void end() noexcept;

private:
  retained<CommandBuffer> buffer;
  uint32_t part = 0;
  std::shared_ptr<const LaunchStates> states;
  Instance* instance = nullptr; ///< since `begin`
};

} // namespace cl

#endif
