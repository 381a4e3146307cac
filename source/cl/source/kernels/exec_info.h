// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef CL_KERNELS_EXEC_INFO_H
#define CL_KERNELS_EXEC_INFO_H

#include "guard.h"

#include "mux/mux.h"

#include <cstddef>
#include <span>
#include <vector>

namespace cl {

class Context;

/// Memory that a kernel uses beside its arguments, from clSetKernelExecInfo. A launch has to name
/// it where shared memory moves. Other memory is not recorded, because kernels reach it anyway.
class ExecInfo {
public:
  /// Takes a value: CL_INVALID_VALUE, CL_INVALID_OPERATION. Throws std::bad_alloc.
  [[nodiscard]] cl_int set(const Context& context, cl_kernel_exec_info name,
                           std::span<const std::byte> information);

  /// Makes a launch name it; the launch refers to this object.
  void name_uses(mux_ndrange_t& range) const;

private:
  std::vector<const void*> pointers; ///< of clSharedMemAllocINTEL, among others
  bool uses_all_shared = false;
};

} // namespace cl

#endif
