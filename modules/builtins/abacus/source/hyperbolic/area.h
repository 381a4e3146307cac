// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Helpers shared by the inverse hyperbolic functions.
#ifndef ABACUS_HYPERBOLIC_AREA_H
#define ABACUS_HYPERBOLIC_AREA_H

#include "arithmetic/estimates.h"
#include "logarithms/log1p.h"

namespace abacus {

/// Below this power of 2 squares are finite; from it on 1 does not matter beside them.
template <class E> inline constexpr int area_most = is_same<E, float> ? 62 : 510;

/// ln(2 x) for finite x from 2^`area_most` on, as that of x / 16 and 5 ln 2; infinity, NaN.
template <class T> inline T log_of_twice(T x) {
  const Twofold<T> log = log1p_sum(x * real<T>(0x1p-4), T(0));
  const double high = is_same<element_of<T>, float> ? 0x1.bb9d3c0000000p+1 : 0x1.bb9d3beb8c86bp+1;
  const Twofold<T> sum = ordered_sum(log.hi, real<T>(high));
  const T value =
      sum.hi + (sum.lo + (log.lo + real<T>(is_same<element_of<T>, float> ? -0x1.4737940000000p-27
                                                                         : 0x1.6bc5ca07e04f0p-58)));
  return choose(x < lane_infinity<T>(), value, x);
}

} // namespace abacus

#endif
