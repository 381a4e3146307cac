// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef VECZ_PREPARATION_INTEGER_WIDTHS_TRUNCATE_IDS_H
#define VECZ_PREPARATION_INTEGER_WIDTHS_TRUNCATE_IDS_H

#include "vecz/call_info.h"

#include <llvm/IR/Function.h>

namespace vecz {

/// Replaces the lower halves of global ids in x by calls of vecz.truncated_id (mask_calls.h). So
/// the vectoriser knows that `int i = get_global_id(0)` rises by one from lane to lane, though it
/// does not know that ids fit an int.
///
/// Requires: ids ask for a constant dimension. Guarantees: nothing.
///
///   %i = trunc i64 %id to i32                  ; or shl and ashr by 32, or a mask
/// becomes
///   %i = call i32 @vecz.truncated_id(i64 %id)
bool truncate_ids(llvm::Function& function, const CallInfo& calls);

/// Whether anything asks for less than whole global ids in x.
[[nodiscard]] bool has_truncated_ids(llvm::Function& function, const CallInfo& calls);

} // namespace vecz

#endif
