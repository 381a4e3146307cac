// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef HOST_FAULTS_FAULT_REPORT_H
#define HOST_FAULTS_FAULT_REPORT_H

#include "faults/faults.h"
#include "kernel.h"
#include "threads/stack.h"

namespace host {

/// Where a launch reports faults; see mux_ndrange_t.
struct FaultReport {
  mux_fault_callback_t callback = nullptr;
  void* user_data = nullptr;

  /// Reports a fault in the groups of `part`, which ran on `stack`.
  void tell(const Fault& fault, const Kernel& kernel, const schedule& part,
            const Stack& stack) const;
};

} // namespace host

#endif
