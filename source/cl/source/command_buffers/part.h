// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef CL_COMMAND_BUFFERS_PART_H
#define CL_COMMAND_BUFFERS_PART_H

#include "command_buffers/instance.h"

#include <memory>
#include <span>
#include <vector>

namespace cl {

/// Commands of a command buffer that one queue runs as one mux command buffer: none of them waits
/// for a command of another part that waits for one of this. A command buffer for one queue has one
/// part.
struct Part {
  uint32_t queue = 0;                    ///< which of the command buffer's
  std::vector<uint32_t> predecessors;    ///< parts, earlier in the list, that have to end before
  std::vector<PartCommand> commands;     ///< in the order in which they were recorded
  std::vector<RecordedLaunch*> launches; ///< among them
  /// For enqueues that run at the same time; the command buffer's lock protects the list.
  std::vector<std::unique_ptr<Instance>> instances;
};

/// Divides the commands of a command buffer, which stay where they are, into parts, at least one,
/// each behind its predecessors. Sets RecordedLaunch::command. Throws std::bad_alloc.
///
///   queue 0: a    b waits for x            parts: {a}, {x} behind {a}, {b} behind {a} and {x}
///   queue 1: x waits for a
[[nodiscard]] std::vector<Part> divide(std::span<const RecordedCommand> commands,
                                       std::span<const retained<Queue>> queues);

} // namespace cl

#endif
