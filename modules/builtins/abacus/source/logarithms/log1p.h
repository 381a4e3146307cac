// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef ABACUS_LOGARITHMS_LOG1P_H
#define ABACUS_LOGARITHMS_LOG1P_H

#include "logarithms/logarithm.h"

namespace abacus {

/// ln(1 + x) for x > -1, finite.
template <class T> inline T log1p_inside(T x) {
  using E = element_of<T>;
  constexpr int digits = format<E>::mantissa + 1;
  const LogParts<T> s = log_parts(T(1) + x);
  // 1 + f = 2^-k (1 + x).
  if constexpr (is_same<E, double>) {
    if (__mux_has_exponent_operations()) {
      const T scale = scale_by_instruction(T(1), -s.k); // may be a denormal number
      const T f = muladd(x, scale, scale - T(1));
      return log_sum(s.k, f, log_rest(f));
    }
  }
  // Where 1 does not matter any more, its rounding does not either.
  const auto large = s.k > T(digits);
  const T scale = power_of_two(choose(large, T(0), -s.k));
  const T exact = muladd(x, scale, scale - T(1));
  const T f = choose(large, s.m - T(1), exact);
  return log_sum(s.k, f, log_rest(f));
}

template <class T> T log1p(T x) {
  T result = log1p_inside(x);
  result = choose(x == lane_infinity<T>(), x, result);
  result = choose(x >= T(-1), result, lane_nan<T>());
  result = choose(x == T(-1), -lane_infinity<T>(), result);
  return choose(x == T(0), x, result);
}

} // namespace abacus

#endif
