// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef ABACUS_EXPONENTIALS_EXPM1_H
#define ABACUS_EXPONENTIALS_EXPM1_H

#include "exponentials/exponential.h"
#include "exponentials/table_exponential.h"

namespace abacus {

/// e^x - 1 by the table, little more than rounded once, for |x| below 87, or 708 for doubles.
template <class T> inline T expm1_by_table(T x) {
  using E = element_of<T>;
  const Steps<T> k = nearest_step(x, 0x1.71547652b82fep+0);
  const T low = real<T>(ln2_low<E>), near = muladd(-k.value, real<T>(ln2_high<E>), x);
  const T r = muladd(-k.value, low, near), left = muladd(-k.value, low, near - r);
  // (p - 1) + p r + p (e^r - 1 - r), with p = 2^k.
  T upper, ratio;
  if constexpr (is_same<E, float>) {
    upper = looked_up<T>(exp2_of_float_upper, k.part);
    ratio = looked_up<T>(exp2_of_float_ratio, k.part);
  } else {
    upper = looked_up<T>(exp2_upper, k.part);
    ratio = looked_up<T>(exp2_ratio, k.part);
  }
  const T power = scale_by_instruction(upper, k.value);
  const Twofold<T> less_one = exact_sum(power, T(-1));
  const T high = muladd(power, r, less_one.hi), lost = muladd(power, r, less_one.hi - high);
  const T more = left + muladd(ratio, r, ratio); // what rounding leaves of r and of p
  const T rest = muladd(r * r, near_expm1_tail<E>::of(r), more);
  return high + (muladd(power, rest, lost) + less_one.lo);
}

template <class T> T expm1(T x) {
  using E = element_of<T>;
  T value;
  if (has_table_exponentials()) {
    value = expm1_by_table(x);
  } else {
    const Expm1Sum<T> e = expm1_sum(x);
    value = choose(e.is_near, e.near.hi + e.near.lo, e.sum.hi + e.sum.lo);
  }
  value = signed_like(value, x); // -0 stays that
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
