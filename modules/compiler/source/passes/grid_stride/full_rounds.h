// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef PASSES_GRID_STRIDE_FULL_ROUNDS_H
#define PASSES_GRID_STRIDE_FULL_ROUNDS_H

#include <llvm/IR/Module.h>

namespace compiler {

/// Peels a loop whose counter begins with an id: puts before it another loop for the rounds in
/// which all work-items of the group are still in it. All work-items leave that one together, so it
/// needs no masks. The loop itself does the rest, most often a part of one round.
///
/// Where the loop accumulates what it reads, or counts it in local memory with atomic operations,
/// in a kernel with barriers, work-items meet at another barrier between both loops, so that the
/// rounds can be done for several vectors of them at once.
///
/// Where all work-items of the group are known to have the same number of iterations, or less than
/// `least`, for which masks cost less than a second loop, the loop counts them and stays the only
/// one (count_rounds.h).
///
/// Requires of the loop: small, no barriers, left where a counter reaches a bound that the group's
/// work-items share, grows by a number that they share. Leaves kernels that are rounds themselves
/// (grid_stride_loops.h) as they are. To be followed by simplification if anything was changed.
///
///   for (i = get_local_id(0); i < n; i += 64) sum += p[i];
/// becomes
///   i = get_local_id(0);
///   full = the iterations of the last work-item;
///   for (round = 0; round < full; ++round, i += 64) sum += p[i];
///   for (; i < n; i += 64) sum += p[i];
bool full_rounds(llvm::Module& module, uint64_t least = 2);

} // namespace compiler

#endif
