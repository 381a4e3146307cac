// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Helpers shared by the logarithms: ln(2^k (1 + f)) = k ln 2 + ln(1 + f).
#ifndef ABACUS_LOGARITHMS_LOGARITHM_H
#define ABACUS_LOGARITHMS_LOGARITHM_H

#include "arithmetic/lanes.h"
#include "arithmetic/short_parts.h"
#include "polynomials/log.h"

namespace abacus {

/// ln(1 + f) for 1 + f between sqrt(1/2) and sqrt(2), as f + rest: |rest| is so much smaller than f
/// that f's own precision is the sum's.
template <class T> inline T log_rest(T f) {
  using E = element_of<T>;
  if constexpr (is_same<E, float>) {
    return f * f * log_tail<E>::of(f);
  } else {
    const T half_square = f * f * real<T>(0.5);
    // 2 artanh s = 2 s + s^3 P(s^2), and 2 s = f - s f.
    const T s = f / (T(2) + f);
    const T z = s * s;
    return muladd(s, muladd(z, artanh_tail<E>::of(z), half_square), -half_square);
  }
}

/// ln(1 + f) times a factor, given as the nearest number of either type and what is left of it; of
/// floats with what the polynomial `Rest` adds to f times the factor.
struct Factor {
  double single, single_rest, twofold, twofold_rest;
};
template <class Rest, class T> inline T scaled_log(T f, Factor factor) {
  constexpr bool is_single = is_same<element_of<T>, float>;
  const T high = real<T>(is_single ? factor.single : factor.twofold);
  const T low = real<T>(is_single ? factor.single_rest : factor.twofold_rest);
  if constexpr (is_single) {
    return muladd(f, high, f * muladd(f, Rest::of(f), low));
  } else {
    return muladd(f, high, muladd(log_rest(f), high, f * low));
  }
}

/// Replaces `result`, a logarithm made of `log_parts`, for arguments that are not positive,
/// infinite or NaN. Arguments up to `zero` count as 0.
template <class T> inline T bounded_log(T x, T result, T zero = T(0)) {
  if (__mux_has_exponent_operations()) {
    return result;
  }
  result = choose(x == lane_infinity<T>(), x, result);
  result = choose(x <= zero, -lane_infinity<T>(), result);
  return choose(x >= T(0), result, lane_nan<T>());
}

/// k ln 2 + f + rest.
template <class T> inline T log_sum(T k, T f, T rest) {
  const T high = real<T>(ln2_high<element_of<T>>), low = real<T>(ln2_low<element_of<T>>);
  return muladd(k, high, f + muladd(k, low, rest));
}

} // namespace abacus

#endif
