// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef CL_KERNELS_FAULT_H
#define CL_KERNELS_FAULT_H

#include "kernels/kernel.h"

namespace cl {

/// Makes a launch report its faults: the context's notify function (standard error if it has none)
/// gets a sentence with the kernel's name, what it did, in which work-groups, and the line of the
/// source if the program was built with -g. The context is then lost. The launch refers to
/// `kernel`.
void report_faults(const Kernel& kernel, mux_ndrange_t& range);

} // namespace cl

#endif
