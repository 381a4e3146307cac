// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "launch/run_groups.h"

#include "launch/group_runs.h"

#include <algorithm>

namespace host {

/// Groups of one size, with code that is good for it.
mux_result_t GroupRunner::run_same(const Kernel& code, schedule& groups, Slot& slot) const {
  const binary::Kernel& description = code.description;
  const uint64_t rows = groups.local_size[1] * groups.local_size[2];
  const uint64_t scratch = description.scratch_fixed +
                           description.scratch_per_item * groups.local_size[0] * rows +
                           description.scratch_per_row * rows;
  if (!slot.memory.local.reserve(local_bytes) || !slot.memory.scratch.reserve(scratch) ||
      !slot.stack.map()) {
    return mux_error_out_of_memory;
  }
  groups.private_scratch = slot.memory.scratch.data();
  groups.local_scratch = slot.memory.local.data();
  groups.local_bytes = local_bytes;
  groups.private_scratch_bytes = scratch;
  groups.stack = slot.stack.begin();
  Fault fault;
  const mux_result_t result =
      printing.callback != nullptr ? run_printing(code, packed, groups, slot, printing, fault)
      : slot.stack.call(code.entry, packed, groups, fault, &code.code) ? mux_success
                                                                       : mux_error_fault;
  if (result == mux_error_fault && fault.interrupted) {
    return mux_error_cancelled;
  }
  if (result == mux_error_fault) {
    fault_report.tell(fault, code, groups, slot.stack);
  }
  return result;
}

mux_result_t GroupRunner::run(uint64_t first, uint64_t last, Slot& slot,
                              const uint32_t* abort_flag) const {
  if (first == last) {
    return mux_success;
  }
  const RunningCall running(slot, abort_flag);
  if (running.is_aborted()) {
    return mux_success; // the thread that set the flag has noted the reason
  }
  schedule part = launch;
  part.worker = slot.index;
  part.abort_flag = abort_flag;
  part.services = services;
  if (!several_sizes) {
    part.group_begin = first;
    part.group_end = last;
    const bool full =
        std::equal(launch.local_size, launch.local_size + 3, launch.enqueued_local_size);
    return run_same(full ? kernel : remainder, part, slot);
  }
  for (uint64_t group = first; group < last; group = part.group_end) {
    if (__atomic_load_n(abort_flag, __ATOMIC_RELAXED) != 0) {
      break;
    }
    const GroupRun run = run_from(launch, group);
    std::copy(run.local_size.begin(), run.local_size.end(), part.local_size);
    part.group_begin = group;
    part.group_end = std::min(run.end, last);
    const mux_result_t result = run_same(run.full ? kernel : remainder, part, slot);
    if (result != mux_success) {
      return result;
    }
  }
  return mux_success;
}

} // namespace host
