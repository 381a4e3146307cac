// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Helpers shared by the inverse hyperbolic functions.
#ifndef ABACUS_HYPERBOLIC_AREA_H
#define ABACUS_HYPERBOLIC_AREA_H

#include "arithmetic/estimates.h"
#include "logarithms/log1p.h"

namespace abacus {

/// Beyond this 1 does not matter beside the square, and the square is still finite.
template <class E> inline constexpr double area_large = is_same<E, float> ? 0x1p30 : 0x1p60;

/// ln(1 + u), or, for large arguments, ln(2 x).
template <class T> inline T log_of_area(T x, T u) {
  const auto large = x > real<T>(area_large<element_of<T>>);
  const T rest = choose(large, real<T>(0x1.62e42fefa39efp-1), T(0));
  const T result = log1p_inside(choose(large, x, u)) + rest;
  return choose(x < lane_infinity<T>(), result, x); // NaN too
}

} // namespace abacus

#endif
