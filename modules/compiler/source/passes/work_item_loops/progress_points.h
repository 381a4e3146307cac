// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef PASSES_WORK_ITEM_LOOPS_PROGRESS_POINTS_H
#define PASSES_WORK_ITEM_LOOPS_PROGRESS_POINTS_H

#include <llvm/IR/Module.h>

namespace compiler {

/// Rounds of a waiting loop from one progress point to the next, a power of two.
inline constexpr unsigned rounds_between_progress_points = 16;

/// Puts progress points into loops in which a work-item waits for what another one does
/// (vecz/waiting_loops.h), on the way back to the header: there it lets the others of its group run
/// (work_item_loops.h). Work-items of a group run one after the other on one thread, and would wait
/// for ever. A loop all of whose rounds come to a barrier, or to a progress point, has what it
/// needs.
///
/// Functions with such loops are inlined into kernels, and so are those which tell a loop that it
/// has to go on waiting, unless they are calls that stay calls.
///
/// Requires: kernels hold all uses of the vocabulary (inline_group_functions), values in registers.
/// Guarantees: progress points in kernels only. Nothing changes where nobody waits. Cost: in
/// proportion to the functions with atomic or volatile accesses, and to what is inlined, which is
/// limited where it is to find out.
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
