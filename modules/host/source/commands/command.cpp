// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "commands/command.h"

#include "commands/command_buffer.h"
#include "cpu/counters.h"
#include "threads/clock.h"
#include "trace/trace.h"

#include <algorithm>
#include <array>
#include <cstdio>
#include <utility>

namespace host {

void Command::prepare(uint32_t threads) {
  const Plan planned = plan(threads);
  rearm(planned.parts, planned.estimate, planned.threads);
  pending = predecessors;
  blocked = begun = false;
  __atomic_store_n(&abort, 0, __ATOMIC_RELAXED); // a thread that cancels may read it meanwhile
  status.store(mux_success, std::memory_order_relaxed);
  faulted.store(false, std::memory_order_relaxed);
  start_time = end_time = complete_time = 0;
}

void Command::plan_again(uint32_t threads) {
  const Plan planned = plan(threads);
  divide(planned.parts, planned.estimate, planned.threads);
}

void Command::report(mux_command_stage_e stage) const {
  if (callback == nullptr) {
    return;
  }
  mux_command_report_t report = {stage,    status.load(), start_time,
                                 end_time, complete_time, nullptr};
  mux_fault_t fault;
  if (stage == mux_command_stage_complete && faulted.load(std::memory_order_relaxed)) {
    fault = {mux_fault_kind_access, fault_address, UINT64_MAX, 0, 0};
    report.fault = &fault;
  }
  callback(&report, user_data);
}

void Command::begin(uint64_t time) {
  if (std::exchange(begun, true)) {
    return; // with other parts
  }
  if (buffer->cancelled) {
    note_failure(mux_error_cancelled);
    return;
  }
  if (blocked) {
    status = mux_error_dependency_failed;
    skip_rest();
    return;
  }
  start_time = time;
  report(mux_command_stage_running);
}

mux_result_t Command::execute_range(uint64_t first, uint64_t last, Slot& slot,
                                    const uint32_t* abort_flag) {
  mux_result_t result = mux_success;
  for (uint64_t part = first; part < last && result == mux_success && !skips_rest(); ++part) {
    result = execute(part, slot, abort_flag);
  }
  return result;
}

void Command::run(uint64_t first, uint64_t last, Slot& slot) {
  // Another thread can take a part of a blocked command before begin() has skipped them all.
  if (blocked || __atomic_load_n(&abort, __ATOMIC_RELAXED) != 0) {
    return;
  }
  const CountedPart counted_part;
  const mux_result_t result = trace::enabled() ? execute_traced(first, last, slot)
                                               : execute_range(first, last, slot, &abort);
  if (result != mux_success) {
    note_failure(result);
  }
}

void Command::note_fault(uint64_t address) {
  if (!faulted.exchange(true)) {
    fault_address = address;
  }
}

void Command::note_failure(mux_result_t result) {
  mux_result_t expected = mux_success;
  status.compare_exchange_strong(expected, result);
  __atomic_store_n(&abort, 1, __ATOMIC_SEQ_CST); // see RunningCall
  skip_rest();
}

bool Command::cancel() {
  note_failure(mux_error_cancelled);
  stop_waiting();
  return buffer->scheduler().interrupt(&abort);
}

/// Parts on the timeline of the thread that runs them.
mux_result_t Command::execute_traced(uint64_t first, uint64_t last, Slot& slot) {
  const uint64_t begin = now();
  const mux_result_t result = execute_range(first, last, slot, &abort);
  std::array<char, 96> text;
  std::snprintf(text.data(), text.size(), R"("part":%llu,"count":%llu,"of":%llu)",
                static_cast<unsigned long long>(first),
                static_cast<unsigned long long>(last - first),
                static_cast<unsigned long long>(parts));
  trace::slice("work", label(), begin, now(), text.data());
  return result;
}

bool Command::waits_for_failed() const {
  return std::ranges::any_of(
      waits, [&](mux_sync_point_t wait) { return buffer->commands[wait]->status != mux_success; });
}

void Command::end(Lock& lock) {
  lock.unlock();
  mux_result_t result = status;
  const bool goes_on_alone = end_time != 0; // it has been here, and what it went on with is over
  if (!goes_on_alone) {
    end_time = last_part_end != 0 ? last_part_end : now();
  }
  const Then then = blocked ? Then::end : go_on(result, buffer->queue->domain.width());
  if (then != Then::end) {
    lock.lock();
    if (then == Then::again) {
      buffer->push_next(lock, *this);
    }
    return;
  }
  status = result;
  complete_time = goes_on_alone ? now() : end_time;
  if (start_time == 0) { // it was not begun
    start_time = end_time = complete_time;
  }
  if (result == mux_success) {
    finished();
  }
  report(mux_command_stage_complete);
  lock.lock();
  CommandBuffer& owner = *buffer;
  if (fence != nullptr) {
    CommandBuffer::signal(*fence, result);
  }
  for (Command* successor : successors) {
    if (--successor->pending == 0) {
      if (successor->waits_for_failed()) {
        successor->block();
      }
      successor->plan_again(owner.queue->domain.width());
      owner.push_next(lock, *successor);
    }
  }
  owner.command_ended(lock, result);
}

} // namespace host
