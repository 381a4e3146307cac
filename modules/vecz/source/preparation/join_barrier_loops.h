// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef VECZ_PREPARATION_JOIN_BARRIER_LOOPS_H
#define VECZ_PREPARATION_JOIN_BARRIER_LOOPS_H

#include "vecz/call_info.h"

#include <llvm/IR/Function.h>

namespace vecz {

/// Joins a loop around a barrier with the loop around it, where work-items leave the inner one at
/// different times. All work-items come to a barrier together, so those that leave the inner loop
/// come back to the barrier through the outer one:
///
///   do { a(); do { barrier(); more = next(); } while (more && !c()); } while (more);
///
/// In vector code, lanes that have left the inner loop would wait behind it for the others and miss
/// the barrier. So both loops become one, and a lane that stays in the inner loop skips what stands
/// before it:
///
///   do { if (!skip) a(); barrier(); more = next(); skip = more && !c(); } while (more);
///
/// Requires and guarantees: loop-simplify and LCSSA form, no switches. A single work-item computes
/// the same as before. Returns whether anything was changed.
bool join_barrier_loops(llvm::Function& function, const CallInfo& calls);

} // namespace vecz

#endif
