// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Roots of halves, and erf.
#ifndef ABACUS_FOR_HALF_ROOTS_H
#define ABACUS_FOR_HALF_ROOTS_H

#include "arithmetic/lanes.h"
#include "polynomials/error.h"
#include "polynomials/roots.h"

namespace abacus::for_half {

template <class T> T cbrt(T x) {
  using I = signed_of<T>;
  const T size = magnitude(x);
  // The exponent and digits times -1/3 are near those of size^(-1/3).
  const T digits = muladd(cast<T>(as<I>(size)), real<T>(-1.0 / 3), real<T>(0x548e0000));
  const T near = as<T>(cast<I>(digits));
  const T y = near * inverse_cube_root_for_half<float>::of(size * near * (near * near));
  return choose(size < lane_infinity<T>(), odd_function(x, size * (y * y)), x); // NaN, too
}

template <class T> T sqrt(T x) { return __builtin_elementwise_sqrt(x); }

template <class T> T hypot(T x, T y) {
  const T infinite = lane_infinity<T>();
  const T root = __builtin_elementwise_sqrt(muladd(x, x, y * y));
  return choose((magnitude(x) == infinite) | (magnitude(y) == infinite), infinite, root);
}

template <class T> T erf(T x) {
  x = within(x, -2.75, 2.75); // 1 as a half, with the polynomial's error
  return x * erf_for_half<float>::of(x * x);
}

} // namespace abacus::for_half

#endif
