// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef ABACUS_EXPONENTIALS_EXPM1_H
#define ABACUS_EXPONENTIALS_EXPM1_H

#include "exponentials/exponential.h"

namespace abacus {

template <class T> T expm1(T x) {
  using E = element_of<T>;
  const Expm1Sum<T> e = expm1_sum(x);
  const T value = signed_like(choose(e.is_near, e.near.hi + e.near.lo, e.sum.hi + e.sum.lo), x);
  const auto usual = has_size_below(x, is_same<E, float> ? 87 : 708);
  if (!any(!usual)) {
    return value;
  }
  const ScaledSum<T> power = exact_exp_sum(within(x, 0, exp_highest<E>));
  const T large = scaled(power.high + power.low, power.k);
  return choose(usual, value, choose(x < T(0), T(-1), large));
}

} // namespace abacus

#endif
