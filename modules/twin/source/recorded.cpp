// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "recorded.h"

namespace twin {

void Recorded::keep(mux_command_buffer_t commands, std::shared_ptr<const void> what) {
  const std::lock_guard held(lock);
  all[commands].push_back(std::move(what));
}

void Recorded::copy(mux_command_buffer_t original, mux_command_buffer_t clone) {
  const std::lock_guard held(lock);
  if (const auto found = all.find(original); found != all.end()) {
    const Kept kept = found->second;
    all[clone] = kept;
  }
}

void Recorded::drop(mux_command_buffer_t commands) {
  const std::lock_guard held(lock);
  all.erase(commands);
}

} // namespace twin
