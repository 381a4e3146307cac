// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef ABACUS_LOGARITHMS_LOG1P_H
#define ABACUS_LOGARITHMS_LOG1P_H

#include "logarithms/logarithm.h"

namespace abacus {

/// ln(1 + x) for x > -1, finite.
template <class T> inline T log1p_inside(T x) {
  using E = element_of<T>;
  const T sum = T(1) + x;
  // 1 + f = 2^-k (1 + x).
  if (__mux_has_exponent_operations()) {
    const T below = exponent_by_instruction(sum * real<T>(0x1.6a09e667f3bcdp-1)), k = below + T(1);
    const T f = scale_by_instruction(x, -k) + (scale_by_instruction(T(1), -k) - T(1));
    return log_sum(k, f, log_rest(f));
  }
  constexpr int digits = format<E>::mantissa + 1;
  const LogParts<T> s = log_parts(sum);
  // Where 1 does not matter any more, its rounding does not either.
  const auto large = s.k > T(digits);
  const T scale = power_of_two(choose(large, T(0), -s.k));
  const T exact = muladd(x, scale, scale - T(1));
  const T f = choose(large, s.m - T(1), exact);
  return log_sum(s.k, f, log_rest(f));
}

template <class T> T log1p(T x) {
  const T value = signed_like(log1p_inside(x), x); // -0 stays that
  const auto usual = is_positive_normal(T(1) + x);
  if (!any(!usual)) {
    return value;
  }
  const T infinite = lane_infinity<T>();
  const T other = choose(x == infinite, x, choose(x == T(-1), -infinite, lane_nan<T>()));
  return choose(mask_of<T>(usual), value, other);
}

} // namespace abacus

#endif
