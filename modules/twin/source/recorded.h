// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TWIN_RECORDED_H
#define TWIN_RECORDED_H

#include "mux/mux.h"

#include <map>
#include <memory>
#include <mutex>
#include <vector>

namespace twin {

/// An object that commands of command buffers refer to: it lives as long as a command buffer that
/// has the command, or a clone of it. Thread safe.
class Recorded {
public:
  Recorded() = default;
  Recorded(const Recorded&) = delete;
  Recorded& operator=(const Recorded&) = delete;

  /// Keeps something for a command buffer. Throws std::bad_alloc.
  void keep(mux_command_buffer_t commands, std::shared_ptr<const void> what);
  /// A clone keeps the same objects as the original. Throws std::bad_alloc.
  void copy(mux_command_buffer_t original, mux_command_buffer_t clone);
  /// A command buffer has no commands any more.
  void drop(mux_command_buffer_t commands);

  // For a fork: the lock.
  void lock_for_fork() { lock.lock(); }
  void unlock_after_fork() { lock.unlock(); }

private:
  using Kept = std::vector<std::shared_ptr<const void>>;

  std::mutex lock; ///< protects what follows; a leaf
  std::map<mux_command_buffer_t, Kept> all;
};

} // namespace twin

#endif
