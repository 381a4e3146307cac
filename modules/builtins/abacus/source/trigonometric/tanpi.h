// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef ABACUS_TRIGONOMETRIC_TANPI_H
#define ABACUS_TRIGONOMETRIC_TANPI_H

#include "trigonometric/half_turns.h"

namespace abacus {

/// 1 - 4 x^2 for |x| up to 1/2, rounded but little more than once.
template <class T> inline T distance_from_poles(T x) {
  if (__mux_has_fma()) {
    return muladd(x * T(-4), x, T(1));
  }
  const T distance = T(1) - magnitude(x + x);
  return (distance + distance) - distance * distance;
}

/// tan(pi r) = r P(r^2) / (1 - 4 r^2) for r from -1/2 to 1/2: no part of it depends on which pole
/// is the nearest, so that nothing has to be chosen.
template <class T> T tanpi(T x) {
  using E = element_of<T>;
  using I = signed_of<T>;
  const T angle = less_whole_turns(magnitude(x)), whole = __builtin_elementwise_roundeven(angle);
  // At whole numbers the tangent is 0, with a minus at odd ones. This is 0 with the last bit of the
  // exponent of 1 as its sign, and the sum of zeros has that sign where -r, which is positive then,
  // has negative factors.
  const T zero = as<T>(as<I>(whole) << I(bits_of<T> - 1 - format<E>::mantissa));
  const T minus = whole - angle;
  const T rest = muladd(minus, -tanpi_tail<E>::of(minus * minus), zero);
  const T upper = muladd(minus, real<T>(-below_pi<E>), rest);
  return odd_function(x, upper / distance_from_poles(minus));
}

} // namespace abacus

#endif
