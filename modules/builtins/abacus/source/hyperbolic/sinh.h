// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef ABACUS_HYPERBOLIC_SINH_H
#define ABACUS_HYPERBOLIC_SINH_H

#include "exponentials/exp.h"
#include "hyperbolic/hyperbolic.h"

namespace abacus {

/// h - 1 / (4 h) for h = e^x / 2 by the table, or the series, for x >= 0.
template <class T> inline T sinh_by_table(T x) {
  const T h = exp_by_table(choose(x > T(711), T(711), x), T(1)), z = x * x;
  const T near = muladd(x * z, near_sinh_tail<double>::of(z), x);
  return choose(x < T(1), near, h - real<T>(0.25) / h);
}

template <class T> T sinh(T x) {
  if constexpr (is_same<element_of<T>, double>) {
    if (has_table_exponentials()) {
      return signed_like(sinh_by_table(magnitude(x)), x);
    }
  }
  const T h = half_expm1(magnitude(x)); // e^x = 2 h + 1
  const T value = h + h / (h + h + T(1));
  return signed_like(choose(h < lane_infinity<T>(), value, h), x);
}

} // namespace abacus

#endif
