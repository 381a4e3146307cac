// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef VECZ_PREPARATION_INTEGER_WIDTHS_NARROW_COMPARISONS_H
#define VECZ_PREPARATION_INTEGER_WIDTHS_NARROW_COMPARISONS_H

#include "vecz/uniformity.h"

namespace vecz {

/// Narrows varying comparisons of 64-bit values to 32 bits where the upper halves are zero. LLVM
/// widens comparisons of an int that is made of an id, and vectors of 64-bit numbers take twice as
/// many registers.
///
/// Requires: ids carry their range, if they have one. Guarantees: nothing.
///
///   %c = icmp ult i64 %id, 100        ; %id is below 2^31
/// becomes
///   %low = trunc nuw nsw i64 %id to i32
///   %c = icmp ult i32 %low, 100
bool narrow_comparisons(llvm::Function& function, const CallInfo& calls);

} // namespace vecz

#endif
