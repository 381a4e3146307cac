// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Helpers shared by the hyperbolic functions.
#ifndef ABACUS_HYPERBOLIC_HYPERBOLIC_H
#define ABACUS_HYPERBOLIC_HYPERBOLIC_H

#include "exponentials/exponential.h"

namespace abacus {

/// (e^x - 1) / 2 for x >= 0: infinite only where sinh is.
template <class T> inline T half_expm1(T x) {
  using E = element_of<T>;
  // In quarters, because 2^k can be too large by itself; beyond the bound the doubling overflows.
  const ExpArgument<T> a = exp_argument(within(x, 0, is_same<E, float> ? 89.7 : 710.7));
  const T power = exp2_of<T>(a.k.number - signed_of<T>(2));
  const T quarter = muladd(power, expm1_of_reduced(a.r), power - real<T>(0.25));
  return quarter + quarter;
}

} // namespace abacus

#endif
