// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef VECZ_PREPARATION_INTEGER_WIDTHS_WIDEN_INDICES_H
#define VECZ_PREPARATION_INTEGER_WIDTHS_WIDEN_INDICES_H

#include "vecz/uniformity.h"

namespace vecz {

/// Moves extensions from 32 to 64 bits towards the lane's id, where the arithmetic between them
/// cannot wrap, or where wrapping is undefined. A strided index is then plain 64-bit arithmetic
/// without flags. It holds in inactive lanes as well, for which the flags promised nothing.
///
/// Requires: ids carry their range, if they have one; lower halves of others are asked for with
/// vecz.truncated_id (mask_calls.h). Guarantees: nothing.
///
///   %i = trunc i64 %id to i32                  ; %id is below 2^31
///   %j = add nsw i32 %i, %n
///   %x = sext i32 %j to i64
/// becomes
///   %n.wide = sext i32 %n to i64
///   %x = add i64 %id, %n.wide
bool widen_indices(llvm::Function& function, const CallInfo& calls);

} // namespace vecz

#endif
