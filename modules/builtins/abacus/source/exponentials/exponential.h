// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Helpers shared by the exponential functions: e^(k ln 2 + r) = 2^k e^r.
#ifndef ABACUS_EXPONENTIALS_EXPONENTIAL_H
#define ABACUS_EXPONENTIALS_EXPONENTIAL_H

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
