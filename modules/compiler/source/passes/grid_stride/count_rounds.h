// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef PASSES_GRID_STRIDE_COUNT_ROUNDS_H
#define PASSES_GRID_STRIDE_COUNT_ROUNDS_H

#include "passes/grid_stride/strided_loop.h"

namespace compiler {

/// Lets a loop end by the number of its rounds, which all work-items have.
void count_rounds(const StridedLoop& strided, uint64_t rounds);

/// Lets all work-items stay in a loop for so many rounds, the most that one has; those that would
/// have left it skip its body. The counter must not wrap in these rounds. Returns false, and
/// changes nothing, if the loop has a value that stays only if work-items leave it.
///
///   for (x = get_local_id(0); x < 1000; x += 256) sum += p[x];
/// becomes
///   x = get_local_id(0);
///   for (round = 0; round < 4; ++round, x += 256) if (x < 1000) sum += p[x];
[[nodiscard]] bool stay_for_rounds(const StridedLoop& strided, uint64_t rounds);

} // namespace compiler

#endif
