// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The rules for a launch of a kernel (OpenCL 3.0, clEnqueueNDRangeKernel), whether it is enqueued,
// recorded or updated.
#ifndef CL_ENQUEUE_LAUNCH_H
#define CL_ENQUEUE_LAUNCH_H

#include "kernels/kernel.h"

namespace cl {

class Queue;

/// The global size of a launch without one: no work-items.
inline constexpr size_t no_items[3] = {};

/// Sizes as the application gives them. Where a global size is 0 there are no work-items, and the
/// launch is a command that does nothing.
struct Sizes {
  cl_uint dimensions;
  const size_t* offset; ///< or null
  const size_t* global;
  const size_t* local; ///< or null
};

/// The kernel as the queue's device runs it: CL_INVALID_KERNEL if it is null, CL_INVALID_CONTEXT,
/// CL_INVALID_PROGRAM_EXECUTABLE.
[[nodiscard]] expected<const KernelCode*> check_kernel(const Queue& queue, const Kernel* kernel);

/// CL_INVALID_WORK_DIMENSION.
[[nodiscard]] cl_int check_dimensions(const Device& device, const Sizes& sizes);

/// The range of a launch with these sizes and arguments, without descriptors, or an error.
/// `all_arguments`: none may be missing.
[[nodiscard]] expected<mux_ndrange_t> check_launch(const KernelCode& code,
                                                   const Arguments& arguments, const Sizes& sizes,
                                                   bool all_arguments = true);

/// For cl_intel_concurrent_dispatch: the most groups of a launch on the queue that can all run at
/// the same time; 0 if its device has no such launches.
[[nodiscard]] uint64_t max_concurrent_groups(const Queue& queue);

/// Makes all groups of a launch run at the same time, which has these sizes and the range that
/// check_launch gave: CL_INVALID_WORK_GROUP_SIZE without a local size that divides the global one,
/// CL_INVALID_VALUE for more groups than the queue's device can run so.
[[nodiscard]] cl_int make_concurrent(const Queue& queue, const Sizes& sizes, mux_ndrange_t& range);

} // namespace cl

#endif
