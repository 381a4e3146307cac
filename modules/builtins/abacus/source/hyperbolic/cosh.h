// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef ABACUS_HYPERBOLIC_COSH_H
#define ABACUS_HYPERBOLIC_COSH_H

#include "exponentials/exp.h"
#include "hyperbolic/hyperbolic.h"

namespace abacus {

/// h + 1 / (4 h) for h = e^x / 2 by the table, x >= 0.
template <class T> inline T cosh_by_table(T x) {
  const T h = half_exp_by_table(x);
  if (__mux_has_fast_division()) {
    return h + real<T>(0.25) / h;
  }
  // The reciprocal from the estimate's, y (1 + e) (1 + e^2); that of large numbers does not matter.
  const T bounded = choose(h > real<T>(0x1p60), real<T>(0x1p60), h);
  const T y = reciprocal_estimate_by_instruction(bounded), e = muladd(-bounded, y, T(1));
  const T near = muladd(y, e, y), inverse = muladd(near, e * e, near);
  return muladd(inverse, real<T>(0.25), h);
}

template <class T> T cosh(T x) {
  if constexpr (is_same<element_of<T>, double>) {
    if (has_table_exponentials()) {
      return cosh_by_table(magnitude(x));
    }
  }
  const T h = half_expm1(magnitude(x)) + real<T>(0.5); // e^x / 2
  return h + real<T>(0.25) / h;
}

} // namespace abacus

#endif
