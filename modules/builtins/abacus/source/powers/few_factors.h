// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Powers with small whole exponents, by multiplication.
#ifndef ABACUS_POWERS_FEW_FACTORS_H
#define ABACUS_POWERS_FEW_FACTORS_H

#include "arithmetic/estimates.h"
#include "arithmetic/exact.h"

namespace abacus {

/// Exponents up to this are done by multiplication in the type itself.
inline constexpr int max_few_factors = 7;
/// And those up to this by multiplication of rounded squares.
template <class E> inline constexpr int max_rounded_factors = is_same<E, float> ? 5 : 4;

/// x^n for n from 0 to `most`, one less than a power of two.
template <int most, class T> inline T small_power(T x, signed_of<T> n) {
  using I = signed_of<T>;
  T power = choose((n & I(1)) != I(0), x, T(1)), square = x;
  for (int bit = 2; bit <= most; bit += bit) {
    square = square * square;
    power = choose((n & I(bit)) != I(0), power * square, power);
  }
  return power;
}

/// x^size for sizes from 0 to 5, by products of rounded squares. Comparisons leave fewer operations
/// than bits of the size would.
template <class T> inline T few_rounded_factors(T x, signed_of<T> size) {
  using I = signed_of<T>;
  const T square = x * x;
  const T even = choose(size > I(3), square * square, choose(size > I(1), square, T(1)));
  return even * choose((size & I(1)) != I(0), x, T(1));
}

/// Exponents of a size up to `max_few_factors`, and not the least one, whose magnitude is negative.
template <class T> inline mask_of<T> has_few_factors(signed_of<T> size) {
  return as<unsigned_of<T>>(size) <= unsigned_of<T>(max_few_factors);
}

/// x^4, given x^2: within 0.51 units in the last place, infinite where x^2 is.
template <class T> inline T exact_fourth_power(T x, T square) {
  using E = element_of<T>;
  const T most = T(as<E>(unsigned_of<E>(format<E>::infinity - 1)));
  T rest = (square + square) * exact_product(x, x).lo;
  if (__mux_has_fma()) {
    // Of an infinite square the rest is infinite, too, or no number.
    return muladd(square, square, choose(rest > -most, rest, -most));
  }
  const Twofold<T> fourth = exact_product(square, square);
  rest = fourth.lo + rest;
  return fourth.hi + choose(magnitude(rest) <= most, rest, T(0));
}

/// x^size for sizes from 0 to 7, within 3 units in the last place: of the errors of squares and
/// products, that of x^4 counts most.
template <class T> inline T few_exact_factors(T x, signed_of<T> size) {
  using I = signed_of<T>;
  const T square = x * x;
  T power = choose((size & I(1)) != I(0), x, T(1)), fourth = square * square;
  power = choose((size & I(2)) != I(0), power * square, power);
  if (any(size > I(max_rounded_factors<element_of<T>>))) {
    fourth = exact_fourth_power(x, square);
  }
  return choose((size & I(4)) != I(0), power * fourth, power);
}

} // namespace abacus

#endif
