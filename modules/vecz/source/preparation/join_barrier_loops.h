// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef VECZ_PREPARATION_JOIN_BARRIER_LOOPS_H
#define VECZ_PREPARATION_JOIN_BARRIER_LOOPS_H

#include "vecz/call_info.h"

#include <llvm/IR/Function.h>

namespace vecz {

/// Work-items come to a barrier together. A loop around one that they leave at different times is
/// left for the loop around it only, through which they come back to the same barrier, as where
/// two ways with the same end have been made one:
///
///   do { a(); do { barrier(); more = next(); } while (more && !c()); } while (more);
///
/// Lanes that wait behind the inner loop for all others would miss the barrier, so that both loops
/// become one. A lane that goes on with the inner loop skips what stands before it:
///
///   do { if (!skip) a(); barrier(); more = next(); skip = more && !c(); } while (more);
///
/// Requires and guarantees: loop-simplify and LCSSA form, no switches. The meaning for a single
/// work-item stays as it was. Gives whether anything was done.
bool join_barrier_loops(llvm::Function& function, const CallInfo& calls);

} // namespace vecz

#endif
