// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef ABACUS_ARITHMETIC_POLYNOMIAL_H
#define ABACUS_ARITHMETIC_POLYNOMIAL_H

#include "types.h"

namespace abacus {

/// a * b + c, fused where that is as fast.
template <class T> inline T muladd(T a, T b, T c) {
#pragma clang fp contract(on)
  return a * b + c;
}

/// The polynomial with these coefficients, highest power first. All but the two lowest of many
/// coefficients are those of two polynomials in x^2, which are evaluated beside each other.
template <class T, class... C> inline T horner(T x, double first, C... rest) {
  using E = element_of<T>;
  constexpr int count = 1 + sizeof...(C), outer = 2;
  const double coefficients[count] = {first, rest...};
  const auto inner = [&](T z, int begin, int end, int step) {
    T p = T(E(coefficients[begin]));
    for (int i = begin + step; i < end; i += step) {
      p = muladd(p, z, T(E(coefficients[i])));
    }
    return p;
  };
  if constexpr (count < 8 || !is_same<E, double>) {
    return inner(x, 0, count, 1);
  } else {
    constexpr int split = count - outer, odd = split % 2; // the last inner one is of even power
    T p = muladd(inner(x * x, odd, split, 2), x, inner(x * x, 1 - odd, split, 2));
    for (int i = split; i < count; ++i) {
      p = muladd(p, x, T(E(coefficients[i])));
    }
    return p;
  }
}

} // namespace abacus

#endif
