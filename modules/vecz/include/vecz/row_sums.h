// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef VECZ_ROW_SUMS_H
#define VECZ_ROW_SUMS_H

#include "vecz/call_info.h"

#include <llvm/IR/Function.h>

namespace vecz {

/// Whether each innermost loop of a kernel sums along rows, one row for each work-item, as a
/// product of a matrix and a vector does. In such a loop
/// - what a work-item reads stands side by side from one iteration to the next, and what its
///   neighbour reads somewhere else;
/// - sums may be added up in any order, and go to one place in memory at most;
/// - all work-items run the same number of iterations, not known to be few.
/// The vectors of the scalar kernel's loop, which LLVM makes, then read a row as it lies in memory.
/// Lanes would gather, from as many pages as there are lanes.
///
/// Requires: nothing. Does not change the kernel. Cost: that of preparing a copy of a kernel with
/// such sums for vectorising.
///
///   for (j = 0; j < n; j++) y[id] += a[id * n + j] * x[j];
[[nodiscard]] bool sums_rows(llvm::Function& kernel, const CallInfo& calls);

} // namespace vecz

#endif
