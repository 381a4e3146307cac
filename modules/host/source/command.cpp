// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "command.h"

#include "command_buffer.h"
#include "counters.h"
#include "scheduler/clock.h"
#include "trace/trace.h"

#include <algorithm>
#include <array>
#include <cstdio>

namespace host {

void Command::prepare(uint32_t threads) {
  const Plan planned = plan(threads);
  rearm(planned.parts, planned.estimate);
  pending = predecessors;
  blocked = false;
  abort = 0;
  status.store(mux_success, std::memory_order_relaxed);
  start_time = end_time = 0;
}

void Command::report(mux_command_stage_e stage) const {
  if (callback != nullptr) {
    const mux_command_report_t report = {stage, status.load(), start_time, end_time};
    callback(&report, user_data);
  }
}

void Command::begin() {
  if (blocked) {
    status = mux_error_dependency_failed;
    skip_rest();
    return;
  }
  start_time = now();
  report(mux_command_stage_running);
}

void Command::run(uint64_t part, Slot& slot) {
  // Another thread can take a part of a blocked command before begin() has skipped them all.
  if (blocked || __atomic_load_n(&abort, __ATOMIC_RELAXED) != 0) {
    return;
  }
  const CountedPart counted_part;
  const mux_result_t result =
      trace::enabled() ? execute_traced(part, slot) : execute(part, slot, &abort);
  if (result != mux_success) {
    mux_result_t expected = mux_success;
    status.compare_exchange_strong(expected, result);
    __atomic_store_n(&abort, 1, __ATOMIC_RELAXED);
    skip_rest();
  }
}

/// One part on the timeline of the thread that runs it.
mux_result_t Command::execute_traced(uint64_t part, Slot& slot) {
  const uint64_t begin = now();
  const mux_result_t result = execute(part, slot, &abort);
  std::array<char, 80> text;
  std::snprintf(text.data(), text.size(), R"("part":%llu,"of":%llu)",
                static_cast<unsigned long long>(part), static_cast<unsigned long long>(parts));
  trace::slice("work", label(), begin, now(), text.data());
  return result;
}

bool Command::waits_for_failed() const {
  return std::ranges::any_of(
      waits, [&](mux_sync_point_t wait) { return buffer->commands[wait]->status != mux_success; });
}

void Command::end(Lock& lock) {
  lock.unlock();
  const mux_result_t result = status;
  end_time = now();
  if (blocked) {
    start_time = end_time;
  } else if (result == mux_success) {
    finished();
  }
  report(mux_command_stage_complete);
  lock.lock();
  CommandBuffer& owner = *buffer;
  if (fence != nullptr) {
    owner.signal(lock, *fence, result);
  }
  for (Command* successor : successors) {
    if (--successor->pending == 0) {
      if (owner.blocked || successor->waits_for_failed()) {
        successor->block();
      }
      owner.scheduler().push_next(lock, owner.queue->domain, *successor);
    }
  }
  owner.command_ended(lock, result);
}

} // namespace host
