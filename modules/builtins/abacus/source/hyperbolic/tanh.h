// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef ABACUS_HYPERBOLIC_TANH_H
#define ABACUS_HYPERBOLIC_TANH_H

#include "exponentials/exp.h"
#include "hyperbolic/hyperbolic.h"

namespace abacus {

/// 1 - 2 / (e^(2 x) + 1) by the table, or the series, for x >= 0.
template <class T> inline T tanh_by_table(T x) {
  const T bounded = choose(x > T(22), T(22), x), z = x * x; // 1 from there on
  const T sum = exp_by_table(bounded + bounded, T(0)) + T(1);
  const T near = muladd(x * z, near_tanh_tail<double>::of(z), x);
  return choose(x < real<T>(0.75), near, T(1) - T(2) / sum);
}

template <class T> T tanh(T x) {
  if constexpr (is_same<element_of<T>, double>) {
    if (has_table_exponentials()) {
      return signed_like(tanh_by_table(magnitude(x)), x);
    }
  }
  const T size = magnitude(x);
  const T h = half_expm1(within(size + size, 0, 50)); // e^2x = 2 h + 1
  return signed_like(h / (h + T(1)), x);
}

} // namespace abacus

#endif
