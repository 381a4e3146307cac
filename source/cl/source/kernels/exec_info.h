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

/// What clSetKernelExecInfo says of a kernel: how its groups are to run, and memory that it uses
/// beside its arguments. A launch has to name that where shared memory moves. Other memory is not
/// recorded, because kernels reach it anyway.
class ExecInfo {
public:
  /// Takes a value: CL_INVALID_VALUE, CL_INVALID_OPERATION. Throws std::bad_alloc.
  [[nodiscard]] cl_int set(const Context& context, cl_kernel_exec_info name,
                           std::span<const std::byte> information);

  /// Makes a launch name it; the launch refers to this object.
  void name_uses(mux_ndrange_t& range) const;

  /// Whether all groups of a launch are to run at the same time (cl_intel_concurrent_dispatch).
  [[nodiscard]] bool is_concurrent() const { return concurrent; }

private:
  std::vector<const void*> pointers; ///< of clSharedMemAllocINTEL, among others
  bool uses_all_shared = false;
  bool concurrent = false;
};

} // namespace cl

#endif
