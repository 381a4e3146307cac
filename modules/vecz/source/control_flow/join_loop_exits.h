// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef VECZ_CONTROL_FLOW_JOIN_LOOP_EXITS_H
#define VECZ_CONTROL_FLOW_JOIN_LOOP_EXITS_H

#include "vecz/uniformity.h"

namespace vecz {

/// Where lanes leave a loop at different times and may leave it again a few instructions further
/// on, to the same place, both exits become one: the instructions are done for all of them. A loop
/// over a table that ends early for some then has one mask, that of its latch.
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
