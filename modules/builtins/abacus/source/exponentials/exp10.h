// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef ABACUS_EXPONENTIALS_EXP10_H
#define ABACUS_EXPONENTIALS_EXP10_H

#include "exponentials/exponential.h"
#include "exponentials/table_exponential.h"

namespace abacus {

inline constexpr double log2_of_10 = 0x1.a934f0979a371p+1;

/// x - k log10(2)
template <class T> inline T exp10_rest(T x, T k) {
  using E = element_of<T>;
  return muladd(-k, real<T>(log10_2_low<E>), muladd(-k, real<T>(log10_2_high<E>), x));
}

/// 10^x by the table, as `exp_by_table`.
template <class T> inline T exp10_by_table(T x) {
  x = choose(x < real<T>(-325), real<T>(-325), x);
  const Sixteenths<T> k = nearest_sixteenth(x, log2_of_10);
  const T r = exp10_rest(x, k.value);
  return exp2_by_table(k, r * near_exp10_tail<double>::of(r));
}

template <class T> T exp10(T x) {
  using E = element_of<T>;
  constexpr bool single = is_same<E, float>;
  if constexpr (!single) {
    if (has_table_exponentials()) {
      return exp10_by_table(x);
    }
  }
  x = within(x, single ? -46 : -325, single ? 39 : 309);
  const Whole<T> k = nearest(x, real<T>(log2_of_10));
  const T r = exp10_rest(x, k.value);
  return scaled(muladd(r, exp10_tail<E>::of(r), T(1)), k);
}

} // namespace abacus

#endif
