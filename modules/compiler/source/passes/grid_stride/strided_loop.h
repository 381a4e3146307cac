// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef PASSES_GRID_STRIDE_STRIDED_LOOP_H
#define PASSES_GRID_STRIDE_STRIDED_LOOP_H

#include "passes/grid_stride/launch_bounds.h"

#include <llvm/Analysis/LoopInfo.h>

namespace compiler {

/// A loop that goes on while a counter is below a limit: `tested < limit`, or `<=`. It is left at
/// its header only, which does nothing but compare, and has one latch. The counter has 32 or 64
/// bits, and something is added to it in each iteration.
struct StridedLoop {
  llvm::Loop* loop;
  llvm::PHINode* counter;
  llvm::Value* stride; ///< what is added
  llvm::CmpInst::Predicate predicate;
  llvm::Value* tested; ///< the counter or an extension of it
  llvm::Value* limit;

  [[nodiscard]] llvm::Value& start() const;
  /// Whether the counter stands for a signed number.
  [[nodiscard]] bool is_signed() const;
  [[nodiscard]] bool includes_limit() const {
    return llvm::CmpInst::isNonStrictPredicate(predicate);
  }
};

[[nodiscard]] std::optional<StridedLoop> find_strided_loop(llvm::Loop& loop);

/// The successor of a loop's header that is in the loop: 0 or 1. It is left at its header.
[[nodiscard]] unsigned inner_successor(const llvm::Loop& loop);

/// Takes the test of a loop that is left at its header out of a copy of that header.
void stay_inside(const llvm::Loop& loop, llvm::BasicBlock& header_copy);

/// The start value of a phi in a loop's header.
[[nodiscard]] llvm::Value& start_of(const llvm::PHINode& phi, const llvm::Loop& loop);

/// The value that a phi grows by in each iteration; null if it does not change by an addition.
[[nodiscard]] llvm::Value* step_of(const llvm::PHINode& phi, const llvm::Loop& loop);

/// Whether a phi in a loop's header grows by the same number in each iteration.
[[nodiscard]] bool is_induction(const llvm::PHINode& phi, const llvm::Loop& loop);

/// The value of an induction variable in a round: start + round * step, of the type of `start`;
/// `round` is an i64. Neither operation wraps as an unsigned number if `fits_unsigned`, nor as a
/// signed one if `fits_signed`.
[[nodiscard]] llvm::Value* value_in_round(llvm::IRBuilderBase& builder, llvm::Value& start,
                                          llvm::Value& step, llvm::Value& round, bool fits_unsigned,
                                          bool fits_signed);

/// The numbers of a strided loop, as i64.
struct StridedBounds {
  Interval start, stride;
  llvm::Value* limit;
  llvm::Value* step; ///< the stride in the counter's type
};

/// Computes them where `bounds` does. Demands that the counter begins at 0 or above and grows. None
/// if they are not shared, or not made of ids.
[[nodiscard]] std::optional<StridedBounds>
bounds_of(const StridedLoop& strided, LaunchBounds& bounds, llvm::IRBuilderBase& builder);

/// The iterations of a work-item that begins at a certain number, if its counter does not wrap.
struct Iterations {
  llvm::Value* begins; ///< i1: whether there is any
  llvm::Value* count;  ///< i64: if there is
};
[[nodiscard]] Iterations count_iterations(const StridedLoop& strided, const StridedBounds& bounds,
                                          llvm::Value* start, llvm::IRBuilderBase& builder);

} // namespace compiler

#endif
