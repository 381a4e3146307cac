// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef ABACUS_HYPERBOLIC_ACOSH_H
#define ABACUS_HYPERBOLIC_ACOSH_H

#include "hyperbolic/area.h"
#include "roots/rsqrt.h"

namespace abacus {

/// sqrt(x + rest) for x from 0 to 2^(2 `area_most`), to more digits than the type has.
template <class T> inline Twofold<T> twofold_root(T x, T rest) {
  using E = element_of<T>;
  T root, slope;
  if (uses_estimates()) {
    // Not of 0, which has an infinite reciprocal.
    const T y = root_estimate_by_instruction(choose(x > least_normal<T>(), x, least_normal<T>()));
    root = x * y;
    slope = y * real<T>(0.5);
    if constexpr (is_same<E, double>) {
      const T e = muladd(-root, slope, real<T>(0.5)); // half of what both lack
      root = muladd(root, e, root);
      slope = muladd(slope, e, slope);
    }
  } else {
    root = __builtin_elementwise_sqrt(x);
    slope = real<T>(0.5) / choose(x > least_normal<T>(), root, T(1));
  }
  return {root, (less_product(x, root, root) + rest) * slope};
}

/// ln(x + sqrt(x^2 - 1)) for x from 1 to 2^`area_most`.
template <class T> inline Twofold<T> acosh_sum(T x) {
  const T t = x - T(1), twice = t + t, square = muladd(t, t, twice); // x^2 - 1
  const Twofold<T> root = twofold_root(square, muladd(t, t, twice - square));
  if (has_table_logarithms()) {
    const Twofold<T> sum = ordered_sum(x, root.hi);
    return log_of_twofold(Twofold<T>{sum.hi, sum.lo + root.lo});
  }
  const Twofold<T> sum = exact_sum(t, root.hi);
  return log1p_sum(sum.hi, sum.lo + root.lo);
}

template <class T> T acosh(T x) {
  const Twofold<T> log = acosh_sum(x);
  const T value = log.hi + log.lo;
  const auto usual = is_positive_normal_below<area_most<element_of<T>>>(x) & (x >= T(1));
  if (!any(!usual)) {
    return value;
  }
  return choose(usual, value, choose(x >= T(1), log_of_twice(x), lane_nan<T>()));
}

} // namespace abacus

#endif
