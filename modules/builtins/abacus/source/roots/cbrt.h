// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef ABACUS_ROOTS_CBRT_H
#define ABACUS_ROOTS_CBRT_H

#include "arithmetic/exact.h"
#include "polynomials/roots.h"

namespace abacus {

template <class T> T cbrt(T x) {
  using E = element_of<T>;
  const T size = magnitude(x);
  const LogParts<T> s = log_parts(size);
  // size = 2^(3 third) m, m between 0.35 and 2.83.
  const Whole<T> third = nearest(s.k, real<T>(1.0 / 3));
  const T m = s.m * power_of_two(muladd(third.value, T(-3), s.k));
  // Householder's method for m^(-1/3) cubes the error 2^-7.
  T y = inverse_cube_root<E>::of(m);
  for (int i = 0; i < (is_same<E, float> ? 1 : 2); ++i) {
    const T e = muladd(-m * y, y * y, T(1));
    y = muladd(y * e, muladd(e, real<T>(2.0 / 9), real<T>(1.0 / 3)), y);
  }
  // Newton's for the root itself, with the cube to twice the bits.
  const T square = y * y;
  const T root = m * square;
  const Twofold<T> p = exact_product(root, root);
  const T excess = muladd(p.lo, root, -less_product(m, p.hi, root));
  const T value = muladd(excess, square * real<T>(-1.0 / 3), root) * power_of_two(third.value);
  const auto as_it_is = (size == T(0)) | !(size < lane_infinity<T>());
  return choose(as_it_is, x, signed_like(value, x));
}

} // namespace abacus

#endif
