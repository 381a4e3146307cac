// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef ABACUS_ERROR_AND_GAMMA_ERF_H
#define ABACUS_ERROR_AND_GAMMA_ERF_H

#include "error_and_gamma/error_function.h"
#include "polynomials/erf_table.h"

namespace abacus {

/// erf of x >= 0, or of NaN, by the polynomial of an interval.
inline double erf_by_table(double x) {
  const double bounded = within(x, 0, 5.9375); // 1 from there on
  const Whole<double> interval = nearest(bounded, 64.0 / 25);
  const double t = muladd(interval.value, -25.0 / 64, bounded);
  const long i = interval.number & 15;
  double sum = erf_coefficients[erf_degree][i];
  for (int power = erf_degree - 1; power > 0; --power) {
    sum = muladd(sum, t, erf_coefficients[power][i]);
  }
  return muladd(bounded, erf_coefficients[0][i], bounded * muladd(sum, t, erf_rest[i]));
}

template <class T> T erf(T x) {
  using E = element_of<T>;
  const T size = magnitude(x);
  if constexpr (is_same<E, float>) {
    // Beyond the bound the result is 1.
    const T bounded = within(size, 0, 4);
    const ExpArgument<T> a = exp_argument(-bounded * erf_exponent<E>::of(bounded));
    const T power = exp2_of<T>(a.k.number);
    // 1 - 2^k (1 + m)
    const T value = muladd(-power, expm1_of_reduced(a.r), T(1) - power);
    return signed_like(value, x);
  } else if (__mux_has_table_permutes()) {
    T value = size;
    for (int i = 0; i < width_of<T>; ++i) {
      value = put(value, i, erf_by_table(get(size, i)));
    }
    return signed_like(value, x);
  } else {
    const T near = size * erf_near_zero<E>::of(size * size);
    return signed_like(choose(size < T(1), near, T(1) - erfc_of_positive(size)), x);
  }
}

} // namespace abacus

#endif
