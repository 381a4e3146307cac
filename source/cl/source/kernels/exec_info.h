// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef CL_KERNELS_EXEC_INFO_H
#define CL_KERNELS_EXEC_INFO_H

#include "platform/context.h"

#include <cstddef>
#include <span>

namespace cl {

/// What clSetKernelExecInfo says of a name and a value: CL_INVALID_VALUE, CL_INVALID_OPERATION.
/// Nothing of it has to be kept.
[[nodiscard]] cl_int check_exec_info(const Context& context, cl_kernel_exec_info name,
                                     std::span<const std::byte> information);

} // namespace cl

#endif
