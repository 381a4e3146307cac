// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef ABACUS_ERF_H
#define ABACUS_ERF_H

#include "exponential.h"
#include "polynomials/error.h"

namespace abacus {

template <class T> T erf(T x) {
  using E = element_of<T>;
  // Beyond the bound the result is 1.
  const T size = within(magnitude(x), 0, 4);
  const ExpArgument<T> a = exp_argument(-size * erf_exponent<E>::of(size));
  const T power = exp2_of<T>(a.k.number);
  // 1 - 2^k (1 + m)
  const T value = muladd(-power, expm1_of_reduced(a.r), T(1) - power);
  return signed_like(value, x);
}

} // namespace abacus

#endif
