// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef ABACUS_HYPERBOLIC_ATANH_H
#define ABACUS_HYPERBOLIC_ATANH_H

#include "arithmetic/estimates.h"
#include "logarithms/log1p.h"

namespace abacus {

/// artanh x = ln((1 + x) / (1 - x)) / 2 for x from 0 to 1 - 2^-20, as ln(2^k) / 2 + artanh s, where
/// s is ((1 + x) - 2^k (1 - x)) / ((1 + x) + 2^k (1 - x)).
template <class T> inline T atanh_of_size(T x) {
  using E = element_of<T>;
  // So that the quotient of 2^k is between sqrt(1/2) and sqrt(2), and a little.
  const T near = muladd(x, real<T>(0x1.6a09e667f3bcdp-1), real<T>(0x1.6a09e667f3bcdp-1)) *
                 reciprocal_estimate_by_instruction(T(1) - x);
  const T k = exponent_by_instruction(near) + T(1), power = scale_by_instruction(T(1), k);
  const T sum = power + T(1), difference = T(1) - power;
  const T s = near_quotient(muladd(x, sum, difference), muladd(x, difference, sum)), z = s * s;
  const T halved = k * real<T>(0.5);
  const T tail = (s * z) * (real<T>(0.5) * artanh_tail<E>::of(z));
  const T high = real<T>(ln2_high<E>), low = real<T>(ln2_low<E>);
  return muladd(halved, high, s + muladd(halved, low, tail));
}

/// The same for all x from 0 on, and NaN.
template <class T> inline T general_atanh(T x) {
  const T value = real<T>(0.5) * log1p_inside(near_quotient(x + x, T(1) - x));
  return choose(x < T(1), value, choose(x == T(1), lane_infinity<T>(), lane_nan<T>()));
}

template <class T> T atanh(T x) {
  const T size = magnitude(x);
  if (!__mux_has_exponent_operations()) {
    return signed_like(general_atanh(size), x);
  }
  const T value = atanh_of_size(size);
  const auto usual = size < real<T>(1 - 0x1p-20);
  return signed_like(any(!usual) ? choose(usual, value, general_atanh(size)) : value, x);
}

} // namespace abacus

#endif
