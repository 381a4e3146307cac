// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef HOST_COMMANDS_PRINTF_H
#define HOST_COMMANDS_PRINTF_H

#include "host/kernel_abi.h"
#include "mux/mux.h"
#include "scheduler/slot.h"

namespace host {

struct Kernel;

/// Where a launch prints to; see mux_ndrange_t.
struct Printing {
  mux_printf_callback_t callback = nullptr; ///< null: it does not print
  void* user_data = nullptr;
  uint64_t capacity = 0; ///< bytes of records
};

/// Runs the groups of `part` in ranges, and hands over what each range has printed. A range is one
/// group, or several small ones; their number depends only on their size. Each range has the whole
/// capacity for itself, so how much a kernel can print depends neither on the number of its groups
/// nor on that of the threads. The slot keeps the records. mux_error_out_of_memory if there is no
/// room for them; mux_error_fault, with the fault, if a range was abandoned: what it had printed
/// until then is still handed over.
[[nodiscard]] mux_result_t run_printing(const Kernel& kernel, const void* arguments,
                                        const schedule& part, Slot& slot, const Printing& printing,
                                        Fault& fault);

} // namespace host

#endif
