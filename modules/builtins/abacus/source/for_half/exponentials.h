// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Exponential functions of halves.
#ifndef ABACUS_FOR_HALF_EXPONENTIALS_H
#define ABACUS_FOR_HALF_EXPONENTIALS_H

#include "arithmetic/lanes.h"
#include "polynomials/exp.h"

namespace abacus::for_half {

/// Powers of 2 beyond these exponents are infinite, or 0, when they are rounded to half.
inline constexpr double highest_exponent = 17, lowest_exponent = -26;

/// 2^(x factor)
template <template <class> class Tail = exp2_for_half, class T>
inline T exp2_of_product(T x, double factor) {
  x = within(x, lowest_exponent / factor, highest_exponent / factor);
  const Whole<T> k = nearest(x, real<T>(factor));
  const T r = muladd(x, real<T>(factor), -k.value);
  return times_power(muladd(r, Tail<float>::of(r), T(1)), k);
}
template <class T> T exp(T x) { return exp2_of_product(x, 0x1.71547652b82fep+0); }
template <class T> T exp2(T x) { return exp2_of_product(x, 1); }
template <class T> T exp10(T x) { return exp2_of_product(x, 0x1.a934f0979a371p+1); }

/// k and r with x = k ln 2 + r, |r| at most half of ln 2, for |x| up to 20.
template <class T> struct ExpArgument {
  Whole<T> k;
  T r;
};
template <class T> inline ExpArgument<T> exp_argument(T x) {
  const Whole<T> k = nearest(x, real<T>(0x1.71547652b82fep+0));
  return {k, muladd(k.value, real<T>(-0x1.62e42fefa39efp-1), x)};
}
/// e^x - 1 for |x| up to 20.
template <class T> inline T expm1_of(T x) {
  const ExpArgument<T> a = exp_argument(x);
  const T power = abacus::exp2_of<T>(a.k.number);
  const T rest = muladd(a.r * a.r, expm1_for_half<float>::of(a.r), a.r);
  return muladd(power, rest, power - T(1));
}
template <class T> T expm1(T x) { return signed_like(expm1_of(within(x, -10, 12)), x); }

} // namespace abacus::for_half

#endif
