// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef VECZ_PREPARATION_NARROW_IDS_H
#define VECZ_PREPARATION_NARROW_IDS_H

#include "vecz/call_info.h"

#include <llvm/IR/Function.h>

namespace vecz {

/// Asks for the lower half of global ids in x by a word of its own, vecz.low (mask_calls.h), so
/// that `int i = get_global_id(0)` is known to go up by one from lane to lane without a promise
/// about how large ids are.
///
/// Requires: ids ask for a constant dimension. Guarantees: nothing.
///
///   %i = trunc i64 %id to i32                  ; or shl and ashr by 32, or a mask
/// becomes
///   %low = call i32 @vecz.low(i64 %id)
bool narrow_ids(llvm::Function& function, const CallInfo& calls);

/// Whether anything asks for less than whole global ids in x.
[[nodiscard]] bool has_narrow_ids(llvm::Function& function, const CallInfo& calls);

} // namespace vecz

#endif
