// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef ABACUS_HYPERBOLIC_TANH_H
#define ABACUS_HYPERBOLIC_TANH_H

#include "arithmetic/estimates.h"
#include "exponentials/exp.h"
#include "hyperbolic/hyperbolic.h"
#include "polynomials/tanh_table.h"

namespace abacus {

/// tanh x of floats from 0 on by tables in registers: a polynomial for each interval, of six terms
/// within a unit in the last place, or of four within 2^-13.
template <int Terms, class T> inline T tanh_by_intervals(T x) {
  using I = signed_of<T>;
  const T bounded = choose(x > T(9.1F), T(9.1F), x); // 1 from there on
  const T inside = within(x, 0x1p-5, 0x1.fp+2);
  const I interval = (as<I>(inside) >> I(format<float>::mantissa - 2)) & I(31);
  const T t = bounded - looked_up<T>(tanh_point, interval);
  T sum = looked_up<T>(tanh_coefficient_4, interval);
  if constexpr (Terms == 6) {
    const T sixth = looked_up<T>(tanh_coefficient_6, interval);
    sum = muladd(muladd(sixth, t, looked_up<T>(tanh_coefficient_5, interval)), t, sum);
  }
  sum = muladd(sum, t, looked_up<T>(tanh_coefficient_3, interval));
  sum = muladd(sum, t, looked_up<T>(tanh_coefficient_2, interval));
  sum = muladd(sum, t, looked_up<T>(tanh_coefficient_1, interval));
  return muladd(sum, t, looked_up<T>(tanh_value, interval));
}

/// Up to this tanh is x + x^3 P(x^2), and from the other one on 1.
template <class E> inline constexpr double least_of_tanh = is_same<E, float> ? 0.5625 : 0.75;
template <class E> inline constexpr double most_of_tanh = is_same<E, float> ? 10 : 22;

/// e^(2 x) for x from 0 to `most_of_tanh`.
template <class T> inline T exp_of_twice(T x) {
  if (!has_table_exponentials()) {
    const ScaledSum<T> sum = exp_sum(x + x);
    return times_power(sum.high + sum.low, sum.k);
  }
  return exp_by_table(x + x);
}

/// 1 - 2 / (e^(2 x) + 1), or the series, for x >= 0.
template <class T> inline T tanh_of_size(T x) {
  using E = element_of<T>;
  const T bounded = choose(x > real<T>(most_of_tanh<E>), real<T>(most_of_tanh<E>), x), z = x * x;
  const T near = muladd(x * z, near_tanh_tail<E>::of(z), x);
  const T power = exp_of_twice(bounded), sum = power + T(1);
  T inverse = near_reciprocal_of_normal(sum);
  // What rounding has left of the sum; estimates are for CPUs on which that takes too much time.
  if (!estimates_quotients()) {
    inverse = muladd(inverse * inverse, (sum - power) - T(1), inverse);
  }
  return choose(x < real<T>(least_of_tanh<E>), near, muladd(T(-2), inverse, T(1)));
}

template <class T> T tanh(T x) {
  const T size = magnitude(x);
  if constexpr (is_same<element_of<T>, float>) {
    if (__mux_has_table_permutes()) {
      return odd_function(x, tanh_by_intervals<6>(size));
    }
  }
  return odd_function(x, tanh_of_size(size));
}

} // namespace abacus

#endif
