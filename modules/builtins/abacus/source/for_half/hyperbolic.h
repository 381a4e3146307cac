// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Hyperbolic functions of halves, and their inverses.
#ifndef ABACUS_FOR_HALF_HYPERBOLIC_H
#define ABACUS_FOR_HALF_HYPERBOLIC_H

#include "for_half/exponentials.h"
#include "for_half/logarithms.h"
#include "for_half/quotient.h"

namespace abacus::for_half {

/// cosh and sinh of k ln 2 and of r, for x = k ln 2 + r.
template <class T> struct HyperbolicParts {
  T cosh_k, sinh_k, cosh_r, sinh_r;
};
/// For x >= 0; beyond 13 both functions are infinite as halves.
template <class T> inline HyperbolicParts<T> hyperbolic_parts(T x) {
  using I = signed_of<T>;
  const ExpArgument<T> a = exp_argument(within(x, 0, 13));
  const T up = abacus::exp2_of<T>(a.k.number - I(1)), down = abacus::exp2_of<T>(I(-1) - a.k.number);
  const T z = a.r * a.r;
  return {up + down, up - down, muladd(z, cosh_for_half<float>::of(z), T(1)),
          a.r * muladd(z, sinh_for_half<float>::of(z), T(1))};
}
template <class T> T cosh(T x) {
  const HyperbolicParts<T> p = hyperbolic_parts(magnitude(x));
  return muladd(p.cosh_k, p.cosh_r, p.sinh_k * p.sinh_r);
}
template <class T> T sinh(T x) {
  const HyperbolicParts<T> p = hyperbolic_parts(magnitude(x));
  return odd_function(x, muladd(p.cosh_k, p.sinh_r, p.sinh_k * p.cosh_r));
}
template <class T> T tanh(T x) {
  const T less_one = expm1_of(within(magnitude(x), 0, 5) * T(2));
  return odd_function(x, quotient(less_one, less_one + T(2)));
}

template <class T> T asinh(T x) {
  const T size = magnitude(x);
  // The difference of the root and 1 has digits enough but for the smallest.
  const T root = __builtin_elementwise_sqrt(muladd(size, size, T(1)));
  const T small = muladd(size * size, size * real<T>(-1.0 / 6), size);
  const T value = log1p_of(size + (root - T(1)));
  return odd_function(x, choose(size < real<T>(0x1p-6), small, value));
}
template <class T> T acosh(T x) {
  const T value = log1p_of((x - T(1)) + __builtin_elementwise_sqrt(muladd(x, x, T(-1))));
  return choose(x < T(1), lane_nan<T>(), value);
}
template <class T> T atanh(T x) {
  const T size = magnitude(x);
  return odd_function(x, log1p_of(quotient(size + size, T(1) - size)) * real<T>(0.5));
}

} // namespace abacus::for_half

#endif
