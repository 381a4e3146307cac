// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef ABACUS_ERROR_AND_GAMMA_ERF_H
#define ABACUS_ERROR_AND_GAMMA_ERF_H

#include "arithmetic/tables.h"
#include "error_and_gamma/error_function.h"
#include "polynomials/erf_table.h"

namespace abacus {

/// The interval of a table that a number is in, and the distance from its middle.
template <class T> struct ErfInterval {
  signed_of<T> index;
  T distance;
};
template <class Table, class T> inline ErfInterval<T> erf_interval(T x) {
  using I = signed_of<T>;
  constexpr I last = I(Table::count - 1);
  constexpr bool has_power_of_two = Table::width == 0.25 || Table::width == 0.5;
  if constexpr (is_same<element_of<T>, float> && has_power_of_two) {
    // Addition to a large number rounds to a multiple of the width.
    const T large = real<T>(0x1.8p23 * Table::width), moved = x + large;
    return {as<I>(moved) & last, x - (moved - large)};
  } else {
    const Whole<T> interval = nearest(x, real<T>(1 / Table::width));
    return {interval.number & last, muladd(interval.value, real<T>(-Table::width), x)};
  }
}
/// erf of x >= 0, or of NaN, by the polynomial of an interval.
template <class Table, class T> inline T erf_by_table(T x) {
  const T most = real<T>(Table::width * (Table::count - 0.75)); // 1 from there on
  const T bounded = choose(x > most, most, x);
  const ErfInterval<T> at = erf_interval<Table>(bounded);
  const auto coefficient = [&](int power) {
    return looked_up<T>(Table::coefficients(power), at.index);
  };
  T sum = coefficient(Table::degree);
  for (int power = Table::degree - 1; power > 0; --power) {
    sum = muladd(sum, at.distance, coefficient(power));
  }
  if constexpr (is_same<element_of<T>, float>) {
    return bounded * muladd(sum, at.distance, coefficient(0));
  } else {
    return muladd(bounded, coefficient(0),
                  bounded * muladd(sum, at.distance, looked_up<T>(Table::rest(), at.index)));
  }
}

/// erf of doubles x >= 0, or of NaN, by Taylor series about multiples of a step; the sum is rounded
/// once but for what is small beside it.
template <class T> inline T erf_by_steps(T x) {
  using I = signed_of<T>;
  const T bounded = choose(x > T(6), T(6), x); // 1 from there on
  const Whole<T> n = nearest(bounded, real<T>(1 / erf_steps::step));
  const T h = muladd(n.value, real<T>(-erf_steps::step), bounded);
  const I index = n.number & I(1023); // that of NaN is any
  const T rise = looked_up<T>(erf_slope_at_step, index) * h;
  return looked_up<T>(erf_at_step, index) + muladd(rise, erf_steps::of(h, n.value), rise);
}

template <class T> T erf(T x) {
  using E = element_of<T>;
  const T size = magnitude(x);
  if (__mux_has_table_permutes()) {
    const T value = erf_by_table<erf_table<E>>(size);
    return signed_like(is_same<E, float> ? choose(value > T(1), T(1), value) : value, x);
  }
  if constexpr (is_same<E, float>) {
    if (has_short_tables()) {
      const T value = erf_by_table<wide_erf_table<E>>(size);
      return signed_like(choose(value > T(1), T(1), value), x);
    }
    // Beyond the bound the result is 1.
    const T bounded = within(size, 0, 4);
    const ExpArgument<T> a = exp_argument(-bounded * erf_exponent<E>::of(bounded));
    const T power = exp2_of<T>(a.k.number);
    // 1 - 2^k (1 + m)
    const T value = muladd(-power, expm1_of_reduced(a.r), T(1) - power);
    return signed_like(value, x);
  } else {
    return odd_function(x, erf_by_steps(size));
  }
}

} // namespace abacus

#endif
