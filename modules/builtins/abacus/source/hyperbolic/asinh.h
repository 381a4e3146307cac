// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef ABACUS_HYPERBOLIC_ASINH_H
#define ABACUS_HYPERBOLIC_ASINH_H

#include "hyperbolic/area.h"

namespace abacus {

/// sqrt(x^2 + 1) - 1 for x from 0 to 2^`area_most`, given x^2, in two parts.
template <class T> inline Twofold<T> root_less_one(T square) {
  const T sum = square + T(1);
  if constexpr (is_same<element_of<T>, double>) {
    if (estimates_quotients()) {
      // q0 = x^2 / (1 + root) and twice a step of Newton's method for q^2 + 2 q = x^2.
      const T y = root_estimate_by_instruction(sum), root = sum * y, halved = y * real<T>(0.5);
      const T e = muladd(-root, halved, real<T>(0.5));
      const T slope = muladd(halved, e, halved);
      const T q0 = square * reciprocal_estimate_by_instruction(root + T(1));
      const T q1 = muladd(muladd(-q0, q0 + T(2), square), slope, q0);
      return {q1, muladd(-q1, q1 + T(2), square) * slope};
    }
  }
  return {near_quotient(square, __builtin_elementwise_sqrt(sum) + T(1)), T(0)};
}

template <class T> T asinh(T x) {
  const T size = magnitude(x);
  const Twofold<T> q = root_less_one(size * size), sum = ordered_sum(size, q.hi);
  const Twofold<T> log = log1p_sum(sum.hi, sum.lo + q.lo);
  const T value = log.hi + log.lo;
  const auto usual = has_size_below(x, power_of_two<double>(area_most<element_of<T>>));
  return odd_function(x, any(!usual) ? choose(usual, value, log_of_twice(size)) : value);
}

} // namespace abacus

#endif
