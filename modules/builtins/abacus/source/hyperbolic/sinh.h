// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef ABACUS_HYPERBOLIC_SINH_H
#define ABACUS_HYPERBOLIC_SINH_H

#include "exponentials/exp.h"
#include "hyperbolic/hyperbolic.h"

namespace abacus {

/// h - 1 / (4 h) for h = e^x / 2 by the table, or the series, for x >= 0.
template <class T> inline T sinh_by_table(T x) {
  const T h = half_exp_by_table(x), z = x * x;
  const T near = muladd(x * z, near_sinh_tail<double>::of(z), x);
  return choose(x < T(1), near, h - real<T>(0.25) / h);
}

/// sinh(k ln 2) cosh(r) + cosh(k ln 2) sinh(r) for x = k ln 2 + r from 0 to where 2^-k / 2 is
/// denormal. Of the first terms, sinh(k ln 2) + cosh(k ln 2) r, what rounding leaves of the sum
/// counts, too.
template <class T> inline T sinh_by_parts(T x) {
  using E = element_of<T>;
  using I = signed_of<T>;
  const ExactExpArgument<T> a = exact_exp_argument(x);
  // Both exponents' sum is that of 1 / 4, with the bias twice.
  const T up = exp2_of<T>(a.k.number - I(1)), quarter = real<T>(0.25);
  const T down = as<T>(as<I>(T(1)) + as<I>(quarter) - as<I>(up));
  const T sinh_k = up - down, cosh_k = up + down, z = a.r * a.r;
  const T near = muladd(cosh_k, a.r, sinh_k), lost = muladd(cosh_k, a.r, sinh_k - near);
  // What rounding leaves of r is a quarter of a unit at most.
  const T left = is_same<E, float> ? T(0) : a.left,
          rest = muladd(a.r * z, sinh_tail<E>::of(z), left);
  return near + muladd(sinh_k * z, cosh_tail<E>::of(z), muladd(cosh_k, rest, lost));
}
/// e^x / 2 for x from 0 on.
template <class T> inline T half_exp_of(T x) {
  ScaledSum<T> sum = exact_exp_sum(within(x, 0, is_same<element_of<T>, float> ? 89.7 : 710.7));
  sum.k.value = sum.k.value - T(1);
  sum.k.number = sum.k.number - signed_of<T>(1);
  return scaled(sum.high + sum.low, sum.k);
}

template <class T> T sinh(T x) {
  using E = element_of<T>;
  const T size = magnitude(x);
  if constexpr (is_same<E, double>) {
    if (has_table_exponentials()) {
      return odd_function(x, sinh_by_table(size));
    }
  }
  const T value = sinh_by_parts(size);
  const auto usual = has_size_below(x, is_same<E, float> ? 86 : 704);
  return odd_function(x, any(!usual) ? choose(usual, value, half_exp_of(size)) : value);
}

} // namespace abacus

#endif
