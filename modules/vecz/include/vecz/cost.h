// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef VECZ_COST_H
#define VECZ_COST_H

#include "vecz/call_info.h"
#include "vecz/vectorize.h"

namespace vecz {

/// The factor by which the width of `form` should grow to suit the target better: 1, 2 or 4. A
/// kernel that does little with each work-item keeps several registers busy, so that it waits less
/// for each result, and shares what is uniform among more work-items. So does one that follows
/// pointers. One that reads and writes bytes, or numbers of 16 bits, only fills registers so.
[[nodiscard]] unsigned worthwhile_factor(const VectorForm& form);

/// Whether an innermost loop of the kernel follows pointers in each lane: where it reads depends on
/// what it has read in the round before. Vectors then wait for memory most of the time.
[[nodiscard]] bool follows_pointers(const VectorForm& form);

/// Whether the scalar kernel is likely to be faster: it has an innermost loop that work-items leave
/// at different times and that does little but gather. A gather or scatter takes about four cycles
/// a lane, as long as a scalar loop needs for a dozen instructions, and lanes that have left the
/// loop take as long as others. Where a loop as deep as that one mostly computes, and is left by
/// all work-items at the same time, it decides. Not where a loop follows pointers: vectors then
/// have more reads under way.
[[nodiscard]] bool gathers_too_much(const VectorForm& form);

/// Whether one step of `masked` is faster for the remainder of a row than the kernel itself, which
/// has `scalar_instructions`, run once for each work-item of it. The remainder is taken to be half
/// of the width. An operation that is done lane by lane, with a branch for each lane, costs as much
/// as in all lanes and is not worth it.
[[nodiscard]] bool is_worth_masking(const VectorForm& masked, unsigned scalar_instructions,
                                    const VectorRegisters& registers);

/// What the innermost loops of a kernel do.
enum class RowSums {
  none,
  own_rows,   ///< they sum along rows, one row for each work-item
  shared_rows ///< and some of these rows are those of all work-items with the same id in x
};

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
/// has rows of its own, while
///   for (j = 0; j < n; j++) c[i * n + id] += a[i * n + j] * b[id * n + j];
/// where i is the id in y, shares those of b.
[[nodiscard]] RowSums find_row_sums(llvm::Function& kernel, const CallInfo& calls);

} // namespace vecz

#endif
