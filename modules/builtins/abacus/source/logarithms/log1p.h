// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef ABACUS_LOGARITHMS_LOG1P_H
#define ABACUS_LOGARITHMS_LOG1P_H

#include "logarithms/log.h"

namespace abacus {

/// From this power of 2 on 1 and rounding errors do not matter, and the reciprocal may be denormal.
template <class E> inline constexpr int log1p_most = bias<E> - 2;
/// ln(1 + x + rest), in two parts, for 1 + x from the least normal number to 2^`log1p_most`, and a
/// rest that is about a rounding error of x.
template <class T> inline Twofold<T> log1p_sum(T x, T rest) {
  using E = element_of<T>;
  if (has_table_logarithms() || (is_same<E, float> && has_short_tables())) {
    return log1p_by_table(x, rest);
  }
  constexpr bool single = is_same<E, float>;
  // 1 + f = 2^-k (1 + x). Only sums in which 1 / 2 is larger are not exact.
  const ExponentParts<T> parts = exponent_parts(T(1) + x, single ? least_float_part : root_of_half);
  const T k = parts.k, scale = parts.inverse;
  const T less = scale - T(1), scaled = x * scale, f = scaled + less;
  const T left = muladd(rest, scale, scaled - (f - less));
  if constexpr (single) {
    // The rest times the derivative, 1 / (1 + f), or 1 - f (1 - f (1 - f)).
    const T inverse = muladd(-f, muladd(-f, T(1) - f, T(1)), T(1));
    return log_by_square(k, f, left * inverse);
  } else {
    return log_by_quotient<quotient_log<E>>(k, f, left, Base{ln2_high<E>, ln2_low<E>, 1, 0});
  }
}

template <class T> T log1p(T x) {
  const Twofold<T> sum = log1p_sum(x, T(0));
  const T value = signed_like(sum.hi + sum.lo, x); // -0 stays that
  const auto usual = is_positive_normal_below<log1p_most<element_of<T>>>(T(1) + x);
  if (!any(!usual)) {
    return value;
  }
  T large;
  if (has_table_logarithms()) {
    large = log(x);
  } else {
    large = bounded_log(x, log_of_normal(x, T(0)));
  }
  return choose(usual, value, choose(x == T(-1), -lane_infinity<T>(), large));
}

} // namespace abacus

#endif
