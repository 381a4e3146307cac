// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef CL_KERNELS_FAULT_H
#define CL_KERNELS_FAULT_H

#include "kernels/kernel.h"

namespace cl {

/// Has faults of a launch reported: the context's notify function (without one, standard error)
/// gets a sentence with the kernel's name, what it did, in which work-groups, and the source line
/// if the program was built with -g; and the context is lost. The launch keeps `kernel`.
void report_faults(const Kernel& kernel, mux_ndrange_t& range);

} // namespace cl

#endif
