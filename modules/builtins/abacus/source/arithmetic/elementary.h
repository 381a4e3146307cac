// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Functions of a few instructions, for scalars and vectors alike: rounding, choosing, sqrt, mad,
// fma.
#ifndef ABACUS_ARITHMETIC_ELEMENTARY_H
#define ABACUS_ARITHMETIC_ELEMENTARY_H

#include "arithmetic/fma.h"

namespace abacus {

template <class T> T ceil(T x) { return __builtin_elementwise_ceil(x); }
template <class T> T floor(T x) { return __builtin_elementwise_floor(x); }
template <class T> T rint(T x) { return __builtin_elementwise_roundeven(x); }
template <class T> T trunc(T x) { return __builtin_elementwise_trunc(x); }
template <class T> T fabs(T x) { return __builtin_elementwise_abs(x); }
template <class T> T copysign(T x, T sign) { return __builtin_elementwise_copysign(x, sign); }
template <class T> T sqrt(T x) { return __builtin_elementwise_sqrt(x); }

/// Half-way cases away from zero: the number just below 1/2 keeps smaller ones from reaching up.
template <class T> T round(T x) {
  using E = element_of<T>;
  const E below_half = as<E>(unsigned_of<E>(as<unsigned_of<E>>(E(0.5)) - 1));
  const T moved = x + copysign(T(below_half), x);
  return copysign(trunc(moved), x);
}

/// The other argument if one is NaN.
template <class T> T fmax(T a, T b) { return choose((a < b) | (a != a), b, a); }
template <class T> T fmin(T a, T b) { return choose((b < a) | (a != a), b, a); }
/// a - b is what it must be for NaN too.
template <class T> T fdim(T a, T b) { return choose(a <= b, T(0), T(a - b)); }
template <class T> T maxmag(T a, T b) {
  const T p = fabs(a), q = fabs(b);
  return choose(p > q, a, choose(q > p, b, fmax(a, b)));
}
template <class T> T minmag(T a, T b) {
  const T p = fabs(a), q = fabs(b);
  return choose(p < q, a, choose(q < p, b, fmin(a, b)));
}

/// Fused where that is as fast.
template <class T> T mad(T a, T b, T c) {
#pragma clang fp contract(on)
  return a * b + c;
}

inline double soft_fma(float a, float b, float c) {
  return sum_to_odd(double(a) * double(b), double(c)); // the product is exact
}
template <class T> T fma(T a, T b, T c) {
  using E = element_of<T>;
  if constexpr (is_same<E, half>) {
    using F = vec<float, width_of<T>>;
    return cast<T>(sum_to_odd(cast<F>(a) * cast<F>(b), cast<F>(c))); // the product is exact
  } else {
    if (__mux_has_fma()) {
      return __builtin_elementwise_fma(a, b, c);
    }
    T result = T(0);
    for (int i = 0; i < width_of<T>; ++i) {
      result = put(result, i, E(soft_fma(get(a, i), get(b, i), get(c, i))));
    }
    return result;
  }
}

} // namespace abacus

#endif
