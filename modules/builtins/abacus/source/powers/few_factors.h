// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Powers with small whole exponents, by multiplication.
#ifndef ABACUS_POWERS_FEW_FACTORS_H
#define ABACUS_POWERS_FEW_FACTORS_H

#include "arithmetic/estimates.h"

namespace abacus {

/// Exponents up to this are done by multiplication in the type itself.
inline constexpr int max_few_factors = 7;

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

/// Exponents of a size up to `max_few_factors`, and not the least one, whose magnitude is negative.
template <class T> inline mask_of<T> has_few_factors(signed_of<T> size) {
  return as<unsigned_of<T>>(size) <= unsigned_of<T>(max_few_factors);
}
/// x^n for such n, within 4 units in the last place.
template <class T> inline T few_factors(T x, signed_of<T> n, signed_of<T> size) {
  const T power = small_power<max_few_factors>(x, size);
  const auto negative = n < signed_of<T>(0);
  return any(negative) ? choose(negative, near_reciprocal(power), power) : power;
}

} // namespace abacus

#endif
