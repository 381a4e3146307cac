// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef ABACUS_EXPONENTIALS_EXPM1_H
#define ABACUS_EXPONENTIALS_EXPM1_H

#include "exponentials/exponential.h"

namespace abacus {

template <class T> T expm1(T x) {
  using E = element_of<T>;
  // Below the lower bound the result is -1.
  const ExpArgument<T> a = exp_argument(within(x, is_same<E, float> ? -40 : -80, exp_highest<E>));
  // Half of 2^k (1 + m) - 1: 2^k can be too large by itself.
  const T power = exp2_of<T>(a.k.number - signed_of<T>(1));
  const T m = expm1_of_reduced(a.r);
  const T halved = muladd(power, m, power - real<T>(0.5));
  return signed_like(choose(a.k.number == signed_of<T>(0), m, halved + halved), x);
}

} // namespace abacus

#endif
