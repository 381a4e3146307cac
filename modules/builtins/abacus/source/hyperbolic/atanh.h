// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef ABACUS_HYPERBOLIC_ATANH_H
#define ABACUS_HYPERBOLIC_ATANH_H

#include "arithmetic/estimates.h"
#include "logarithms/log1p.h"

namespace abacus {

/// artanh x = ln(1 + 2 x / (1 - x)) / 2 for x from 0 to the number below 1: the quotient to twice
/// the bits.
template <class T> inline T atanh_of_size(T x) {
  const T d = T(1) - x, twice = x + x, inverse = rough_reciprocal_of_normal(d), q = twice * inverse;
  T rest = less_product(twice, q, d);
  // What rounding has left of 1 - x; of doubles it takes more time than its half unit is worth
  // where divisions are slow.
  if (is_same<element_of<T>, float> || !estimates_quotients()) {
    rest = muladd(-q, (T(1) - d) - x, rest);
  }
  rest = rest * inverse;
  const Twofold<T> log = log1p_sum(q, rest);
  return real<T>(0.5) * (log.hi + log.lo);
}

template <class T> T atanh(T x) {
  const T value = atanh_of_size(magnitude(x));
  const auto usual = has_size_below(x, 1);
  if (!any(!usual)) {
    return odd_function(x, value);
  }
  const T other = choose(magnitude(x) == T(1), lane_infinity<T>(), lane_nan<T>());
  return odd_function(x, choose(usual, value, other));
}

} // namespace abacus

#endif
