// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef PASSES_WORK_ITEM_LOOPS_PROGRESS_POINTS_H
#define PASSES_WORK_ITEM_LOOPS_PROGRESS_POINTS_H

#include <llvm/IR/Module.h>

namespace compiler {

/// The attribute of kernels with a loop in which a work-item waits for others, or for the host.
inline constexpr llvm::StringLiteral waiting_loops_mark = "lanewise-waiting-loops";

/// Rounds of a waiting loop from one progress point to the next, a power of two.
inline constexpr unsigned rounds_between_progress_points = 16;

/// Puts progress points into loops in which a work-item waits for another (vecz/waiting_loops.h),
/// on the edge back to the header. There it lets the other work-items of its group run
/// (work_item_loops.h): they run one after the other on one thread, and would otherwise wait for
/// ever. A loop that reaches a barrier or a progress point in every round needs none.
///
/// Functions with such loops are inlined into kernels. So are functions whose result decides
/// whether a loop goes on waiting, unless they are calls that have to stay.
///
/// Requires: kernels hold all uses of the vocabulary (inline_group_functions), values are in
/// registers. Guarantees: progress points in kernels only, which have `waiting_loops_mark`
/// if they have waiting loops. A module without waiting loops is not
/// changed. Cost: in proportion to the functions with atomic or volatile accesses, and to what is
/// inlined; the size of calls that are inlined only for this analysis is limited.
///
///   loop:
///     %seen = load atomic i32, ptr addrspace(3) %flag monotonic
///     br (%seen == 0), label %loop, label %done
/// becomes
///   loop:
///     %rounds = phi i32 [0, %entry], [%next, %back]
///     %seen = load atomic i32, ptr addrspace(3) %flag monotonic
///     br (%seen == 0), label %again, label %done
///   again:
///     %next = add i32 %rounds, 1
///     br (%next is a multiple of 16), label %progress, label %back
///   progress:
///     call void @__mux_progress_point(i32 0)
bool progress_points(llvm::Module& module);

} // namespace compiler

#endif
