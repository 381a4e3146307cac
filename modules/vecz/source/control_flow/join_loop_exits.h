// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef VECZ_CONTROL_FLOW_JOIN_LOOP_EXITS_H
#define VECZ_CONTROL_FLOW_JOIN_LOOP_EXITS_H

#include "vecz/uniformity.h"

namespace vecz {

/// Joins two exits of a loop that lanes leave at different times, if both lead to the same block
/// and only a few instructions are between them: these are then done for all lanes. So a loop over
/// a table that ends early for some lanes has one mask, that of its latch. Where the exits are a
/// loop's header and its latch, and lanes that leave have the same values by both, the latch's test
/// moves into the header, as where the loop was written.
///
/// Requires: loop-simplify and LCSSA form, no switches. Guarantees: the same forms; the meaning for
/// a single work-item stays as it was.
///
///   loop:  ... br %found, label %end, label %next
///   next:  %i.next = add i32 %i, 1
///          %more = icmp slt i32 %i.next, %n
///          br %more, label %loop, label %end
///   end:   %x = phi i32 [ 1, %loop ], [ 0, %next ]
/// becomes
///   loop:  ... %i.next = add i32 %i, 1
///          %more = icmp slt i32 %i.next, %n
///          %x.left = select i1 %found, i32 1, i32 0
///          %not = xor i1 %found, true
///          %stay = select i1 %not, i1 %more, i1 false
///          br %stay, label %loop, label %end
bool join_loop_exits(llvm::Function& function, const CallInfo& calls);

} // namespace vecz

#endif
