// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "faults/fault_report.h"

#include <csignal>

namespace host {
namespace {

mux_fault_kind_e kind_of(const Fault& fault, const Stack& stack) {
  switch (fault.signal) {
  case SIGFPE:
    return mux_fault_kind_arithmetic;
  case SIGILL:
    return mux_fault_kind_instruction;
  default:
    return stack.is_beyond(fault.address) ? mux_fault_kind_stack : mux_fault_kind_access;
  }
}

} // namespace

void FaultReport::tell(const Fault& fault, const Kernel& kernel, const schedule& part,
                       const Stack& stack) const {
  if (callback == nullptr) {
    return;
  }
  const mux_fault_t report = {kind_of(fault, stack), fault.address,
                              kernel.code.offset_of(fault.code), part.group_begin, part.group_end};
  callback(&report, user_data);
}

} // namespace host
