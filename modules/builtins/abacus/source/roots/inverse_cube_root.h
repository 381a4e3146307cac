// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Approximations of x^(-1/3), from which cube roots are made.
#ifndef ABACUS_ROOTS_INVERSE_CUBE_ROOT_H
#define ABACUS_ROOTS_INVERSE_CUBE_ROOT_H

#include "arithmetic/lanes.h"
#include "polynomials/roots.h"

namespace abacus {

/// x^(-1/3) times a number between 0.872 and 0.924, for positive normal x: its bits, taken for an
/// integer, are a constant less a third of those of x.
template <class T> inline T inverse_cube_root_by_bits(T x) {
  using I = signed_of<T>;
  if constexpr (is_same<element_of<T>, float>) {
    const T bits = cast<T>(as<I>(x));
    return as<T>(cast<I>(muladd(bits, real<T>(-1.0 / 3), real<T>(0x548e0000))));
  } else {
    // The upper half alone, as the last bits of 2^52 and, less its third, of 1.5 2^52.
    const T bits = as<T>((as<I>(x) >> I(32)) | as<I>(real<T>(0x1p52)));
    const T third = muladd(bits, real<T>(-1.0 / 3), real<T>(0x1.8p52 + 0x1p52 / 3 + 0x553c6aaa));
    return as<T>(as<I>(third) << I(32));
  }
}

/// x^(-1/3) for positive normal x, within the error of the polynomial: of floats 2^-19.9, of
/// doubles 2^-24.7, of floats that are to be halves 2^-15.1.
template <class Polynomial, class T> inline T near_inverse_cube_root(T x) {
  const T y = inverse_cube_root_by_bits(x);
  return y * Polynomial::of((x * y) * (y * y));
}

} // namespace abacus

#endif
