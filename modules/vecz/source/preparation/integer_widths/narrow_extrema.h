// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef VECZ_PREPARATION_INTEGER_WIDTHS_NARROW_EXTREMA_H
#define VECZ_PREPARATION_INTEGER_WIDTHS_NARROW_EXTREMA_H

#include "vecz/uniformity.h"

namespace vecz {

/// Computes minima and maxima of sums of 16-bit numbers and small ones in 16 bits, where only 16
/// bits of the result are asked for. C computes them in an int, as the sums may not fit: in the
/// tables of edit distances and alignments, each of which waits for the one before. The smaller of
/// two small numbers can be added behind a minimum, and what is left of the other saturates where
/// it is larger than what it is compared with; likewise with maxima.
///
/// Requires: nothing. Guarantees: the same values. Cost: each instruction is looked at once;
/// uniformity is computed where there is such a minimum.
///
///   %a = add i32 (zext i16 %x to i32), 1        becomes     %e = sub i16 1, %s
///   %b = add i32 (zext i16 %y to i32), %s                   %a = call i16 @llvm.uadd.sat(%x, %e)
///   %c = call i32 @llvm.umin(%a, %b)                        %c = call i16 @llvm.umin(%a, %y)
///   %d = trunc i32 %c to i16                                %d = add i16 %c, %s
/// where %s is 0 or 1.
bool narrow_extrema(llvm::Function& function, const CallInfo& calls);

} // namespace vecz

#endif
