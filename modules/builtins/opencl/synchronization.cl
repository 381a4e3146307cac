// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Barriers and fences (OpenCL C 6.12.8, 6.12.9; with a scope, OpenCL C 3.0).
#include "mux.h"

enum memory_scope {
  memory_scope_work_item,
  memory_scope_work_group,
  memory_scope_device,
  memory_scope_all_svm_devices,
  memory_scope_sub_group
};

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
CONVERGENT void work_group_barrier(uint flags, memory_scope scope) {
  __mux_work_group_barrier(0, scope_of(scope), spirv_acquire_release | memory_of_flags(flags));
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
