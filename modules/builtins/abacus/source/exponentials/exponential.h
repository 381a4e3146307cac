// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Helpers shared by the exponential functions: e^(k ln 2 + r) = 2^k e^r.
#ifndef ABACUS_EXPONENTIALS_EXPONENTIAL_H
#define ABACUS_EXPONENTIALS_EXPONENTIAL_H

#include "arithmetic/exact.h"
#include "arithmetic/lanes.h"
#include "arithmetic/short_parts.h"
#include "polynomials/exp.h"

namespace abacus {

/// Beyond these e^x is infinite, or 0; and so it is there.
template <class E> inline constexpr double exp_highest = is_same<E, float> ? 89.0 : 710.0;
template <class E> inline constexpr double exp_lowest = is_same<E, float> ? -104.0 : -746.0;

/// x = k ln 2 + r with |r| <= ln 2 / 2 and a little, r in two parts where the lower one matters.
template <class T> struct ExpArgument {
  Whole<T> k;
  T r;
};
template <class T> inline ExpArgument<T> exp_argument(T x) {
  const T high = real<T>(ln2_high<element_of<T>>), low = real<T>(ln2_low<element_of<T>>);
  const Whole<T> k = nearest(x, real<T>(0x1.71547652b82fep+0));
  return {k, muladd(-k.value, low, muladd(-k.value, high, x))};
}

/// 2^k (high + low), high about 1.
template <class T> struct ScaledSum {
  Whole<T> k;
  T high, low;
};
/// 2^k (e^left (1 + r) + factor rest), where `left` is what rounding has left of r.
template <class T> inline ScaledSum<T> sum_with_one(Whole<T> k, T r, T left, T factor, T rest) {
  const Twofold<T> sum = ordered_sum(T(1), r);
  return {k, sum.hi, muladd(factor, rest, muladd(left, sum.hi, sum.lo))};
}

/// x as k ln 2 + r + left, for x of which e^x is neither 0 nor infinite, or a little beyond.
template <class T> struct ExactExpArgument {
  Whole<T> k;
  T r, left;
};
template <class T> inline ExactExpArgument<T> exact_exp_argument(T x) {
  using E = element_of<T>;
  const Whole<T> k = nearest(x, real<T>(0x1.71547652b82fep+0));
  const T low = real<T>(ln2_low<E>), near = muladd(-k.value, real<T>(ln2_high<E>), x);
  const T r = muladd(-k.value, low, near);
  return {k, r, muladd(-k.value, low, near - r)};
}
/// e^r - 1 as r + r^2 / 2, rounded, and the rest.
template <class T> inline Twofold<T> expm1_parts(T r) {
  const T halved = r * real<T>(0.5), near = muladd(r, halved, r);
  const T left = muladd(r, halved, r - near);
  return {near, muladd(r * r * r, exp_tail_of_square<element_of<T>>::of(r), left)};
}
/// e^x, for x as in `exact_exp_argument`, within 0.52 units in the last place.
template <class T> inline ScaledSum<T> exact_exp_sum(T x) {
  const ExactExpArgument<T> a = exact_exp_argument(x);
  const Twofold<T> parts = expm1_parts(a.r);
  return sum_with_one(a.k, parts.hi, a.left, T(1), parts.lo);
}

/// The sum of both parts, rounded so that a denormal result is not rounded again: by addition to a
/// power of 2 whose last bit is that of denormal numbers.
template <class T> inline T rounded_sum(ScaledSum<T> sum) {
  constexpr int least_exponent = 1 - bias<element_of<T>>;
  const T rounded = sum.high + sum.low, least = T(least_exponent);
  const T power = exp2_of<T>(signed_of<T>(least_exponent) - sum.k.number);
  const Twofold<T> moved = exact_sum(power, sum.high);
  const T coarse = (moved.hi + (moved.lo + sum.low)) - power;
  const auto tiny = (sum.k.value < least) | ((sum.k.value == least) & (rounded < T(1)));
  return choose(mask_of<T>(tiny), coarse, rounded);
}

/// An exponential of any x, by `sum_of`, which is right from `low` to `high`. That of sizes below
/// `usual` is a normal number.
template <class T, class Sum>
inline T exponential(T x, double usual, double low, double high, Sum sum_of) {
  const ScaledSum<T> sum = sum_of(x);
  const T value = with_exponent(sum.high + sum.low, sum.k.number);
  const auto near = has_size_below(x, usual);
  if (!any(!near)) {
    return value;
  }
  const ScaledSum<T> bounded = sum_of(within(x, low, high));
  return scaled(rounded_sum(bounded), bounded.k);
}

/// e^x - 1 for |x| up to 87 or, for doubles, 708: 2^k e^r, of which the higher part less 1 leaves
/// no rounding error; and what it is for k = 0, where that would round twice.
template <class T> struct Expm1Sum {
  Twofold<T> sum, near;
  mask_of<T> is_near;
};
template <class T> inline Expm1Sum<T> expm1_sum(T x) {
  const ExactExpArgument<T> a = exact_exp_argument(x);
  const Twofold<T> near = expm1_parts(a.r), e = ordered_sum(T(1), near.hi);
  const T power = times_power(T(1), a.k), low = muladd(a.left, e.hi, e.lo) + near.lo;
  const Twofold<T> rest = exact_sum(power * e.hi, T(-1));
  return {{rest.hi, muladd(power, low, rest.lo)}, near, a.k.value == T(0)};
}

/// e^r for reduced arguments.
template <class T> inline T exp_of_reduced(T r) {
  return muladd(r, muladd(r, exp_tail<element_of<T>>::of(r), T(1)), T(1));
}
/// e^r - 1 for reduced arguments, relative to itself.
template <class T> inline T expm1_of_reduced(T r) {
  return muladd(r * r, expm1_tail<element_of<T>>::of(r), r);
}

} // namespace abacus

#endif
