// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef VECZ_CONTROL_FLOW_UNIFY_LOOP_EXITS_H
#define VECZ_CONTROL_FLOW_UNIFY_LOOP_EXITS_H

#include "vecz/uniformity.h"

namespace vecz {

/// Gives each loop that lanes leave at different times one exit, at its latch. A lane that leaves
/// notes this and waits at the latch for the others. The values that it takes along, and the exit
/// that it takes behind the loop, are phis of the new latch. The meaning for a single work-item
/// does not change.
///
/// Requires: loop-simplify and LCSSA form, no switches. Guarantees: a divergent loop has one
/// exiting block, its latch, and one exit; values used behind it are phis of the latch.
///
///   loop:  ... br %done, label %end, label %next
///   next:  ... br %again, label %loop, label %other
/// becomes
///   loop:  ... br %done, label %leave, label %next
///   next:  ... br %again, label %latch, label %leave.1
///   latch: %stay = phi i1 [ false, %leave ], [ false, %leave.1 ], [ true, %next ]
///          %way = phi i32 [ 0, %leave ], [ 1, %leave.1 ], [ poison, %next ]
///          br %stay, label %loop, label %exit
///   exit:  br (%way == 0), label %end, label %other
bool unify_loop_exits(llvm::Function& function, const CallInfo& calls);

} // namespace vecz

#endif
