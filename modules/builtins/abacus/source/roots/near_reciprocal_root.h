// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Approximations of x^(-1/2) where the CPU has no estimates of it: they take less time than a root
// and a division.
#ifndef ABACUS_ROOTS_NEAR_RECIPROCAL_ROOT_H
#define ABACUS_ROOTS_NEAR_RECIPROCAL_ROOT_H

#include "arithmetic/lanes.h"
#include "polynomials/roots.h"

namespace abacus {

/// 1 / sqrt(x) for positive normal x, within the error of the polynomial and of rounding, from a
/// number within 0.035 of it: its bits, taken for an integer, are a constant less half of those
/// of x.
template <class Polynomial, class T> inline T near_reciprocal_root(T x) {
  using I = signed_of<T>;
  constexpr long sum = is_same<element_of<T>, float> ? 0x5f3759df : 0x5fe6eb3bfb58d152;
  const T y = as<T>(I(element_of<I>(sum)) - (as<I>(x) >> I(1))), e = muladd(-(x * y), y, T(1));
  return muladd(y * e, Polynomial::of(e), y);
}

} // namespace abacus

#endif
