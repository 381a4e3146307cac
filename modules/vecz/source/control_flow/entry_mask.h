// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef VECZ_CONTROL_FLOW_ENTRY_MASK_H
#define VECZ_CONTROL_FLOW_ENTRY_MASK_H

#include <llvm/IR/Function.h>

namespace vecz {

/// Lets only the first `vecz.lanes` lanes run a kernel, by a branch around all of it. Linearization
/// then makes masks of that, as of any other branch.
///
/// Requires: one return, no values needed there. Guarantees: loop-simplify and LCSSA form stay.
///
///   entry:  %own = alloca i32
///           store ...
///           ret void
/// becomes
///   entry:  %own = alloca i32
///           %active = icmp ult (trunc i64 @vecz.lane(i32 0) to i32), i32 @vecz.lanes()
///           br %active, label %body, label %end
///   body:   store ...
///           br label %end
///   end:    ret void
void add_entry_mask(llvm::Function& function);

/// Whether `value` is that mask, which always has a lane.
[[nodiscard]] bool is_entry_mask(const llvm::Value& value);

} // namespace vecz

#endif
