// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef ABACUS_EXPONENTIALS_EXP10_H
#define ABACUS_EXPONENTIALS_EXP10_H

#include "exponentials/exponential.h"
#include "exponentials/table_exponential.h"

namespace abacus {

inline constexpr double log2_of_10 = 0x1.a934f0979a371p+1;

/// x - k log10(2)
template <class T> inline T exp10_remainder(T x, T k) {
  using E = element_of<T>;
  return muladd(-k, real<T>(log10_2_low<E>), muladd(-k, real<T>(log10_2_high<E>), x));
}

/// 10^x by the table, as `exp_by_table`.
template <class T> inline T exp10_by_table(T x) {
  using E = element_of<T>;
  constexpr bool single = is_same<E, float>;
  x = choose(x < real<T>(single ? -46 : -325), real<T>(single ? -46 : -325), x);
  if constexpr (single) {
    x = choose(x > real<T>(39), real<T>(39), x);
  }
  const Steps<T> k = nearest_step(x, log2_of_10);
  return power_by_steps<near_exp10_tail<E>>(k, exp10_remainder(x, k.value));
}

/// 10^x for x of which that is neither 0 nor infinite, or a little beyond.
template <class T> inline ScaledSum<T> exp10_sum(T x) {
  using E = element_of<T>;
  constexpr bool single = is_same<E, float>;
  const T factor = real<T>(single ? 0x1.26bb1cp+1 : 0x1.26bb1bbb55516p+1);
  const T factor_low = real<T>(single ? -0x1.12aabap-25 : -0x1.f48ad494ea3e9p-53);
  const Whole<T> k = nearest(x, real<T>(log2_of_10));
  const T low = real<T>(log10_2_low<E>), high = muladd(-k.value, real<T>(log10_2_high<E>), x);
  const T r = muladd(-k.value, low, high), rest = muladd(-k.value, low, high - r);
  const T near = r * factor;
  const T left = __mux_has_fma() ? muladd(r, factor, -near) : T(0);
  return sum_with_one(k, near, muladd(rest, factor, left), r,
                      muladd(r, exp10_rest<E>::of(r), factor_low));
}

template <class T> T exp10(T x) {
  constexpr bool single = is_same<element_of<T>, float>;
  if (has_table_exponentials()) {
    return exp10_by_table(x);
  }
  return exponential(x, single ? 37.9 : 307.6, single ? -46 : -325, single ? 39 : 309,
                     [](T bounded) { return exp10_sum(bounded); });
}

} // namespace abacus

#endif
