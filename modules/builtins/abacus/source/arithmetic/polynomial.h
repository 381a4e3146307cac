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
  const auto at = [&](int i) { return T(E(coefficients[i])); };
  const auto steps = [&](T p, T z, int begin, int end, int distance) {
    for (int i = begin; i < end; i += distance) {
      p = muladd(p, z, at(i));
    }
    return p;
  };
  if constexpr (count < 8 || !is_same<E, double>) {
    return steps(at(0), x, 1, count, 1);
  } else {
    constexpr int split = count - outer, odd = split % 2; // the last inner one is of even power
    const auto inner = [&](int begin) { return steps(at(begin), x * x, begin + 2, split, 2); };
    return steps(muladd(inner(odd), x, inner(1 - odd)), x, split, count, 1);
  }
}

} // namespace abacus

#endif
