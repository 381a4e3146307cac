// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Helpers shared by the inverse hyperbolic functions.
#ifndef ABACUS_HYPERBOLIC_AREA_H
#define ABACUS_HYPERBOLIC_AREA_H

#include "arithmetic/estimates.h"
#include "logarithms/log1p.h"

namespace abacus {

/// From this on 1 does not matter beside the square, which is finite up to there.
template <class E> inline constexpr double area_large = is_same<E, float> ? 0x1p30 : 0x1p60;

/// ln(1 + u) for asinh and acosh of x, where u is about x or, from `area_large` on, 2 x; for x near
/// the end of the range, of which that is infinite, ln(2 x).
template <class T> inline T log_of_area(T x, T u) {
  using E = element_of<T>;
  const T value = log1p_inside(u);
  const auto usual = x < T(power_of_two<E>(bias<E> - 1));
  if (!any(!usual)) {
    return value;
  }
  const T huge = log1p_inside(x) + real<T>(0x1.62e42fefa39efp-1);
  return choose(mask_of<T>(usual), value, choose(x < lane_infinity<T>(), huge, x));
}

} // namespace abacus

#endif
