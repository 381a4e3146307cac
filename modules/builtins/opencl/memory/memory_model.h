// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Orders and scopes of OpenCL C (6.15.12.3 and 6.15.12.4). Their names are part of functions'
// names.
#ifndef OPENCL_MEMORY_MEMORY_MODEL_H
#define OPENCL_MEMORY_MEMORY_MODEL_H

enum memory_order {
  memory_order_relaxed = __ATOMIC_RELAXED,
  memory_order_acquire = __ATOMIC_ACQUIRE,
  memory_order_release = __ATOMIC_RELEASE,
  memory_order_acq_rel = __ATOMIC_ACQ_REL,
  memory_order_seq_cst = __ATOMIC_SEQ_CST
};

enum memory_scope {
  memory_scope_work_item,
  memory_scope_work_group,
  memory_scope_device,
  memory_scope_all_svm_devices,
  memory_scope_sub_group
};

/// The order that is asked for. One order of everything there is only among what is of the device's
/// scope or a wider one; elsewhere it is acquire and release (OpenCL 3.0 API, 3.3.4).
inline memory_order order_within(memory_scope scope, memory_order order) {
  const bool is_wide = scope == memory_scope_device || scope == memory_scope_all_svm_devices;
  return order == memory_order_seq_cst && !is_wide ? memory_order_acq_rel : order;
}

#endif
