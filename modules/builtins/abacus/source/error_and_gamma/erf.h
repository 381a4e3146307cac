// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef ABACUS_ERROR_AND_GAMMA_ERF_H
#define ABACUS_ERROR_AND_GAMMA_ERF_H

#include "error_and_gamma/error_function.h"

namespace abacus {

template <class T> T erf(T x) {
  using E = element_of<T>;
  if constexpr (is_same<E, float>) {
    // Beyond the bound the result is 1.
    const T size = within(magnitude(x), 0, 4);
    const ExpArgument<T> a = exp_argument(-size * erf_exponent<E>::of(size));
    const T power = exp2_of<T>(a.k.number);
    // 1 - 2^k (1 + m)
    const T value = muladd(-power, expm1_of_reduced(a.r), T(1) - power);
    return signed_like(value, x);
  } else {
    const T size = magnitude(x);
    const T near = size * erf_near_zero<E>::of(size * size);
    return signed_like(choose(size < T(1), near, T(1) - erfc_of_positive(size)), x);
  }
}

} // namespace abacus

#endif
