// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef ABACUS_EXPONENTIALS_EXP2_H
#define ABACUS_EXPONENTIALS_EXP2_H

#include "exponentials/exponential.h"
#include "exponentials/table_exponential.h"

namespace abacus {

/// 2^x by the table. Infinite doubles have no rest, and scaled by x this gives infinity or 0.
template <class T> inline T exp2_of_any(T x) {
  if constexpr (is_same<element_of<T>, float>) {
    x = within(x, -151, 129);
  }
  const Steps<T> k = nearest_step(x, 1);
  return power_by_steps<near_exp2_tail<element_of<T>>>(k, x - k.value);
}

/// 2^x for x of which that is neither 0 nor infinite, or a little beyond.
template <class T> inline ScaledSum<T> exp2_sum(T x) {
  using E = element_of<T>;
  constexpr bool single = is_same<E, float>;
  const T factor = real<T>(single ? 0x1.62e43p-1 : 0x1.62e42fefa39efp-1);
  const T factor_low = real<T>(single ? -0x1.05c61p-29 : 0x1.abc9e3b39803fp-56);
  const Whole<T> k = nearest(x);
  const T r = x - k.value, near = r * factor;
  const T left = __mux_has_fma() ? muladd(r, factor, -near) : T(0);
  return sum_with_one(k, near, left, r, muladd(r, exp2_rest<E>::of(r), factor_low));
}

template <class T> T exp2(T x) {
  constexpr bool single = is_same<element_of<T>, float>;
  if (has_table_exponentials()) {
    return exp2_of_any(x);
  }
  return exponential(x, single ? 126 : 1022, single ? -151 : -1076, single ? 129 : 1025,
                     [](T bounded) { return exp2_sum(bounded); });
}

} // namespace abacus

#endif
