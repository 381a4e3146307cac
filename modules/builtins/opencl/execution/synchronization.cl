// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Barriers and fences (OpenCL C 6.15.8, 6.15.9; with an order and a scope, 6.15.12.5).
#include "memory/memory_model.h"
#include "mux.h"

#define CONVERGENT __attribute__((convergent))

static int scope_of(memory_scope scope) {
  switch (scope) {
  case memory_scope_work_item:
    return spirv_scope_invocation;
  case memory_scope_sub_group:
    return spirv_scope_sub_group;
  case memory_scope_work_group:
    return spirv_scope_work_group;
  case memory_scope_device:
    return spirv_scope_device;
  case memory_scope_all_svm_devices:
    break;
  }
  return spirv_scope_cross_device;
}

CONVERGENT void barrier(uint flags) {
  __mux_work_group_barrier(0, spirv_scope_work_group,
                           spirv_acquire_release | memory_of_flags(flags));
}
CONVERGENT void work_group_barrier(uint flags) { barrier(flags); }
/// Each work-item has copied its part when a copy returns; others may copy theirs still.
CONVERGENT void async_work_group_copy_fence(uint flags) { barrier(flags); }
/// Targets order what a barrier's work-items do by running them; what other groups are to see of it
/// takes fences.
CONVERGENT void work_group_barrier(uint flags, memory_scope scope) {
  const int order = spirv_acquire_release | memory_of_flags(flags);
  const bool is_wide = scope == memory_scope_device || scope == memory_scope_all_svm_devices;
  if (is_wide) {
    __mux_mem_barrier(scope_of(scope), order);
  }
  __mux_work_group_barrier(0, scope_of(scope), order);
  if (is_wide) {
    __mux_mem_barrier(scope_of(scope), order);
  }
}

void mem_fence(uint flags) {
  __mux_mem_barrier(spirv_scope_work_group, spirv_acquire_release | memory_of_flags(flags));
}
void read_mem_fence(uint flags) {
  __mux_mem_barrier(spirv_scope_work_group, spirv_acquire | memory_of_flags(flags));
}
void write_mem_fence(uint flags) {
  __mux_mem_barrier(spirv_scope_work_group, spirv_release | memory_of_flags(flags));
}

void atomic_work_item_fence(uint flags, memory_order order, memory_scope scope) {
  const int memory = memory_of_flags(flags);
  switch (order_within(scope, order)) {
  case memory_order_relaxed:
    return;
  case memory_order_acquire:
    return __mux_mem_barrier(scope_of(scope), spirv_acquire | memory);
  case memory_order_release:
    return __mux_mem_barrier(scope_of(scope), spirv_release | memory);
  case memory_order_acq_rel:
    return __mux_mem_barrier(scope_of(scope), spirv_acquire_release | memory);
  case memory_order_seq_cst:
    return __mux_mem_barrier(scope_of(scope), spirv_sequentially_consistent | memory);
  }
}

// Barriers in two parts (cl_intel_split_work_group_barrier). Nobody passes the wait before all have
// arrived, which a barrier in its place guarantees too: the arrival is only a fence.
CONVERGENT void intel_work_group_barrier_arrive(uint flags) { write_mem_fence(flags); }
CONVERGENT void intel_work_group_barrier_wait(uint flags) { barrier(flags); }
CONVERGENT void intel_work_group_barrier_arrive(uint flags, memory_scope scope) {
  atomic_work_item_fence(flags, memory_order_release, scope);
}
CONVERGENT void intel_work_group_barrier_wait(uint flags, memory_scope scope) {
  work_group_barrier(flags, scope);
}

// Barriers of all work-items of a launch (cl_intel_concurrent_dispatch).
bool intel_is_device_barrier_valid(void) { return __mux_has_device_barrier(); }
/// A group's first work-item waits for the other groups. What happens in other launches is
/// undefined; there it is a barrier of the group.
CONVERGENT void intel_device_barrier(uint flags, memory_scope scope) {
  const memory_scope at_least =
      scope == memory_scope_all_svm_devices ? scope : memory_scope_device;
  work_group_barrier(flags, at_least);
  const bool is_first =
      (__mux_get_local_id(0) | __mux_get_local_id(1) | __mux_get_local_id(2)) == 0;
  if (is_first && __mux_has_device_barrier()) {
    __mux_device_barrier();
  }
  work_group_barrier(flags, at_least);
}
CONVERGENT void intel_device_barrier(uint flags) {
  intel_device_barrier(flags, memory_scope_device);
}
