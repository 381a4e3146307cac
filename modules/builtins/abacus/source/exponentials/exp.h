// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef ABACUS_EXPONENTIALS_EXP_H
#define ABACUS_EXPONENTIALS_EXP_H

#include "exponentials/exponential.h"
#include "exponentials/table_exponential.h"

namespace abacus {

/// e^x 2^-halvings by the table, for x of a size up to 2000 or so.
template <class T> inline T halved_exp_by_table(T x, T halvings) {
  using E = element_of<T>;
  Steps<T> k = nearest_step(x, 0x1.71547652b82fep+0);
  const T r = muladd(-k.value, real<T>(ln2_low<E>), muladd(-k.value, real<T>(ln2_high<E>), x));
  k.value = k.value - halvings;
  return power_by_steps<step_exp_tail<E>>(k, r);
}
/// e^x by the table. Infinite doubles have no rest, and scaled by infinity this gives that.
template <class T> inline T exp_by_table(T x) {
  using E = element_of<T>;
  x = choose(x < real<T>(exp_lowest<E>), real<T>(exp_lowest<E>), x);
  if constexpr (is_same<E, float>) {
    x = choose(x > real<T>(exp_highest<E>), real<T>(exp_highest<E>), x);
  }
  return halved_exp_by_table(x, T(0));
}
/// e^x / 2 by the table, for x that is not negative.
template <class T> inline T half_exp_by_table(T x) {
  const T most = real<T>(is_same<element_of<T>, float> ? 90 : 711);
  return halved_exp_by_table(choose(x > most, most, x), T(1));
}

/// e^x, for x as in `exact_exp_argument`: of floats less exactly, within 0.6.
template <class T> inline ScaledSum<T> exp_sum(T x) {
  if constexpr (is_same<element_of<T>, float>) {
    const ExactExpArgument<T> a = exact_exp_argument(x);
    return sum_with_one(a.k, a.r, a.left, a.r * a.r, exp_tail<float>::of(a.r));
  } else {
    return exact_exp_sum(x);
  }
}

template <class T> T exp(T x) {
  using E = element_of<T>;
  if (has_table_exponentials()) {
    return exp_by_table(x);
  }
  return exponential(x, is_same<E, float> ? 87 : 708, exp_lowest<E>, exp_highest<E>,
                     [](T bounded) { return exp_sum(bounded); });
}

} // namespace abacus

#endif
