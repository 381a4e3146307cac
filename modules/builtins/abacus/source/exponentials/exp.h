// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef ABACUS_EXPONENTIALS_EXP_H
#define ABACUS_EXPONENTIALS_EXP_H

#include "exponentials/exponential.h"
#include "exponentials/table_exponential.h"

namespace abacus {

/// e^x 2^-halvings by the table. Infinity has no rest, and scaled by infinity this gives that.
template <class T> inline T exp_by_table(T x, T halvings) {
  using E = element_of<T>;
  x = choose(x < real<T>(exp_lowest<E>), real<T>(exp_lowest<E>), x);
  Sixteenths<T> k = nearest_sixteenth(x, 0x1.71547652b82fep+0);
  const T r = muladd(-k.value, real<T>(ln2_low<E>), muladd(-k.value, real<T>(ln2_high<E>), x));
  k.value = k.value - halvings;
  return exp2_by_table(k, muladd(r * r, near_exp_tail<E>::of(r), r));
}

template <class T> T exp(T x) {
  using E = element_of<T>;
  if constexpr (is_same<E, double>) {
    if (has_table_exponentials()) {
      return exp_by_table(x, T(0));
    }
  }
  x = within(x, exp_lowest<E>, exp_highest<E>);
  const ExpArgument<T> a = exp_argument(x);
  return scaled(exp_of_reduced(a.r), a.k);
}

} // namespace abacus

#endif
