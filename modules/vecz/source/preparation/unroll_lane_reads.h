// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef VECZ_PREPARATION_UNROLL_LANE_READS_H
#define VECZ_PREPARATION_UNROLL_LANE_READS_H

#include <llvm/IR/Function.h>
#include <llvm/IR/PassManager.h>

namespace vecz {

/// Fully unrolls loops of constant length if lanes then read other lanes that are known
/// (lane_operations.h): a shuffle with constant places instead of a permutation whose places are
/// computed. Loops with barriers stay. Returns whether anything was done; the caller simplifies.
///
/// Cost: loops that would have more than 1000 instructions, or 4000 all together, stay.
///
/// Requires: loops simplified, rotated, in LCSSA form.
///
///   for (d = 1; d < 8; d *= 2)          becomes   x += read(x, lane ^ 1); x += read(x, lane ^ 2);
///     x += read(x, lane ^ d);                     x += read(x, lane ^ 4);
bool unroll_lane_reads(llvm::Function& function, llvm::FunctionAnalysisManager& analyses);

} // namespace vecz

#endif
