// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef ABACUS_ROOTS_HYPOT_H
#define ABACUS_ROOTS_HYPOT_H

#include "arithmetic/estimates.h"
#include "arithmetic/exact.h"

namespace abacus {

/// For lengths a and b of any size.
template <class T> inline T scaled_length(T a, T b) {
  using E = element_of<T>;
  using I = signed_of<T>;
  constexpr int mantissa = format<E>::mantissa;
  const T longer = choose(a > b, a, b), shorter = choose(a > b, b, a);
  // The power of two below the longer one, kept from the ends of the range: its inverse is normal.
  const I one = I(1), highest = I(2 * bias<E> - 2);
  I field = as<I>(longer) >> I(mantissa);
  field = choose(field < one, one, choose(field > highest, highest, field));
  const T power = as<T>(field << I(mantissa));
  const T inverse = as<T>((I(2 * bias<E>) - field) << I(mantissa));
  const T p = longer * inverse, q = shorter * inverse;
  const T length = __builtin_elementwise_sqrt(muladd(p, p, q * q)) * power;
  const auto infinite = (a == lane_infinity<T>()) | (b == lane_infinity<T>());
  return choose(infinite, lane_infinity<T>(), choose(a + b >= T(0), length, lane_nan<T>()));
}

/// sqrt(x + lost), not quite rounded correctly, from the instruction's estimate of its reciprocal.
template <class T> inline T root_of_normal(T x, T lost) {
  const T y = root_estimate_by_instruction(x);
  T root = x * y, slope = y * real<T>(0.5); // of the root, the derivative
  if (!__mux_has_exponent_operations()) {
    // An older estimate: 1 / sqrt(1 - e) = 1 + e / 2 (1 + 3/4 e).
    const T e = muladd(-root, y, T(1)), rest = muladd(-root, root, x) + lost;
    return muladd(rest * slope, muladd(e, real<T>(0.75), T(1)), root);
  }
  if constexpr (is_same<element_of<T>, double>) {
    // Newton's method, twice: within 2^-27, then 2^-55.
    const T e = muladd(-root, slope, real<T>(0.5));
    root = muladd(root, e, root);
    slope = muladd(slope, e, slope);
  }
  return muladd(muladd(-root, root, x) + lost, slope, root);
}

template <class T> T hypot(T x, T y) {
  using E = element_of<T>;
  const T a = magnitude(x), b = magnitude(y);
  T square, length;
  if (estimates_roots<E>()) {
    const Twofold<T> part = exact_product(b, b);
    square = muladd(a, a, part.hi);
    length = root_of_normal(square, part.lo);
  } else {
    // Of the longer one the square is exact with a fused multiply-add.
    const T longer = choose(a > b, a, b), shorter = choose(a > b, b, a);
    square = muladd(longer, longer, shorter * shorter);
    length = __builtin_elementwise_sqrt(square);
  }
  // Where no square can be denormal that matters, or infinite.
  constexpr int bound = is_same<E, float> ? 100 : 900;
  const auto safe = is_between_powers<-bound, bound>(square);
  return any(!safe) ? choose(safe, length, scaled_length(a, b)) : length;
}

} // namespace abacus

#endif
