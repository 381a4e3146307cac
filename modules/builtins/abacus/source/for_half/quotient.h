// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Quotients that are rounded to half later.
#ifndef ABACUS_FOR_HALF_QUOTIENT_H
#define ABACUS_FOR_HALF_QUOTIENT_H

#include "arithmetic/exponents.h"

namespace abacus::for_half {

/// x / y within 2^-14, for 1 / y that is 0, infinite, or a normal number.
template <class T> inline T quotient(T x, T y) {
  return __mux_has_exponent_operations() ? x * reciprocal_estimate_by_instruction(y) : x / y;
}

} // namespace abacus::for_half

#endif
