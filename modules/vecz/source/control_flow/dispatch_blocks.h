// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef VECZ_CONTROL_FLOW_DISPATCH_BLOCKS_H
#define VECZ_CONTROL_FLOW_DISPATCH_BLOCKS_H

#include <llvm/IR/Function.h>

namespace vecz {

/// Turns a function into a loop that runs one block in each round, for the lanes that have reached
/// it: of the blocks that lanes have reached, the first one in block_order. So lanes meet as they
/// do by masks: those in a loop leave it before any goes on behind it. Each lane's next block, and
/// values that other blocks use, are in private variables. This is slow, but the number of masks
/// and the size of the code are always in proportion to the function, and only one branch diverges.
///
/// Requires: what `canonicalize` guarantees (pipeline.h), except for LCSSA form. Guarantees: the
/// same. Returns false, and changes nothing, if the function never ends or has branches of other
/// kinds.
///
///   entry: br %c, label %then, label %end          ; %c varies
///   then:  store ...
///          br label %end
///   end:   ret void
/// becomes
///   entry: %next.slot = alloca i32
///          store (select %c, 0, 1), ptr %next.slot
///          br label %round
///   round: %next = load ptr %next.slot
///          %first = the least %next of all lanes
///          br (%first == 1), label %end, label %turn
///   turn:  br (%next == %first), label %dispatch, label %again
///   dispatch:                                      ; if there are several, comparisons of %first
///          br label %then
///   then:  store ...
///          store i32 1, ptr %next.slot
///          br label %again
///   again: br label %round
///   end:   ret void
bool dispatch_blocks(llvm::Function& function);

} // namespace vecz

#endif
