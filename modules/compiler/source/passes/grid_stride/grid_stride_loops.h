// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef PASSES_GRID_STRIDE_GRID_STRIDE_LOOPS_H
#define PASSES_GRID_STRIDE_GRID_STRIDE_LOOPS_H

#include <llvm/IR/Module.h>

namespace compiler {

/// Runs grid-stride loops round by round. In such a loop each work-item takes an element and then
/// the one that is as far away as the launch, or its group, has work-items. One work-item after the
/// other would jump through memory; a round of all work-items reads and writes what stands side by
/// side. The loop's body is left as the kernel, and whoever calls the kernel repeats it for all
/// groups of a range, or for one group, in rounds (MuxBuiltin::get_round, get_group_round).
///
/// Work-items are interchanged with iterations, and no work-item's own order changes: this is
/// allowed wherever no work-item waits for another.
///
/// A kernel is changed if
///   - all that it does is in the loop; what stands before it can be computed again and is cheap;
///   - nothing but integers that grow by the same in each iteration is carried around the loop;
///   - the loop ends where a counter that begins with an id reaches a bound that all work-items of
///     the range share;
///   - it adds sizes of the launch, or of the group, to that counter;
///   - it has no barriers, no fences, and no atomic operations that could be a part of waiting.
/// Loops in which nothing stands but such a loop are divided into rounds as well, up to three deep.
///
/// Numbers of 32 bits may wrap where the launch or the bound is close to their limit, and only the
/// launch tells. Then the kernel keeps the loop beside the rounds, unless it is large.
///
/// Requires: one function a kernel, variables in registers. To be followed by simplification if
/// anything was changed.
///
///   kernel void k(global float *p, long n) {
///     for (long i = get_global_id(0); i < n; i += get_global_size(0)) p[i] *= 2;
///   }
/// becomes
///   kernel void k(global float *p, long n) {
///     long rounds = the iterations of the first work-item;
///     long i = get_global_id(0) + __mux_get_round(0, rounds) * get_global_size(0);
///     if (i < n) p[i] *= 2;
///   }
bool grid_stride_loops(llvm::Module& module);

} // namespace compiler

#endif
