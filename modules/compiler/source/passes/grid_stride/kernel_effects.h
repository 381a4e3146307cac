// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef PASSES_GRID_STRIDE_KERNEL_EFFECTS_H
#define PASSES_GRID_STRIDE_KERNEL_EFFECTS_H

#include "passes/grid_stride/launch_bounds.h"

#include <llvm/Analysis/LoopInfo.h>

namespace compiler {

/// Whether a work-item may do this as often as it likes: it has no effect, is cheap, and gives the
/// same each time.
[[nodiscard]] bool is_repeatable(const llvm::Instruction& instruction);

/// Whether a loop has `max_size` instructions at most, and none that work-items do together, so
/// that it may be copied.
[[nodiscard]] bool is_small_and_meets_nobody(const llvm::Loop& loop, unsigned max_size);

/// Whether a loop reads memory and has no effect but the values that it leaves behind.
[[nodiscard]] bool only_reads(const llvm::Loop& loop);

/// Whether the work-items that share a round may be interchanged with the iterations of a loop:
///   - none waits for another. Atomic operations may only change memory, outside of loops that
///     stand inside;
///   - private variables hold nothing from one iteration to the next;
///   - local memory, if groups share a round, is not accessed;
/// and whether that pays: something is accessed that is elsewhere in each iteration.
[[nodiscard]] bool can_be_interchanged(const llvm::Loop& loop, const llvm::LoopInfo& loops,
                                       Sharing sharing);

} // namespace compiler

#endif
