// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Logarithms of 2 in two parts, the higher one so short that its product with a number's exponent
// is exact.
#ifndef ABACUS_ARITHMETIC_SHORT_PARTS_H
#define ABACUS_ARITHMETIC_SHORT_PARTS_H

#include "types.h"

namespace abacus {

template <class E>
inline constexpr double ln2_high = is_same<E, float> ? 0x1.62e4p-1 : 0x1.62e42fefa2000p-1;
template <class E>
inline constexpr double ln2_low = is_same<E, float> ? 0x1.7f7d1cf79abcap-20 : 0x1.9ef35793c7673p-41;
template <class E>
inline constexpr double log10_2_high = is_same<E, float> ? 0x1.344p-2 : 0x1.34413509f6000p-2;
template <class E>
inline constexpr double log10_2_low =
    is_same<E, float> ? 0x1.3509f79fef312p-18 : 0x1.9fef311f12b36p-42;

} // namespace abacus

#endif
