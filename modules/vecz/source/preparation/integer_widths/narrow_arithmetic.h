// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef VECZ_PREPARATION_INTEGER_WIDTHS_NARROW_ARITHMETIC_H
#define VECZ_PREPARATION_INTEGER_WIDTHS_NARROW_ARITHMETIC_H

#include "vecz/uniformity.h"

namespace vecz {

/// Computes varying 32-bit integers in 16 bits where their ranges show that they fit, as sums and
/// products of bytes do, which C computes in an int: vectors of them take half as many registers.
/// What is connected is changed together, if that saves more operations than it takes conversions.
/// Where such a number is compared with one that is the same for all lanes, as with a threshold,
/// the range of the latter does not matter (limits.h).
///
/// Requires: nothing. Guarantees: the same values. Cost: each instruction is looked at a few times.
///
///   %a = zext i8 %p to i32                      becomes     %a = zext i8 %p to i16
///   %b = mul i32 %a, 77                                     %b = mul i16 %a, 77
///   %c = lshr i32 %b, 8                                     %c = lshr i16 %b, 8
///   %d = trunc i32 %c to i8                                 %d = trunc i16 %c to i8
bool narrow_arithmetic(llvm::Function& function, const CallInfo& calls);

} // namespace vecz

#endif
