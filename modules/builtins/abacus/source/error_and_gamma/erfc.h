// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef ABACUS_ERROR_AND_GAMMA_ERFC_H
#define ABACUS_ERROR_AND_GAMMA_ERFC_H

#include "error_and_gamma/error_function.h"
#include "exponentials/table_exponential.h"
#include "polynomials/erfc_table.h"

namespace abacus {

/// w = upper + lower.
template <class T> struct ScaledErfc {
  T upper, lower;
};
/// e^(x^2) erfc x for x from 0 to `erfc_end`, by the polynomial of an interval.
template <class T> inline ScaledErfc<T> scaled_erfc_by_table(T x) {
  using E = element_of<T>;
  using I = signed_of<T>;
  using Table = erfc_table<E>;
  constexpr int shift = format<E>::mantissa - 2;
  const I bits = as<I>(x + T(Table::centre)), index = (bits >> I(shift)) & I(15);
  const I one = I(1), middle = (bits & (I(-1) << I(shift))) | (one << I(shift - 1));
  const T distance = x - (as<T>(middle) - T(Table::centre));
  const auto coefficient = [&](int power) {
    return looked_up<T>(Table::coefficients(power), index);
  };
  T sum = coefficient(Table::degree);
  for (int power = Table::degree - 1; power > 0; --power) {
    sum = muladd(sum, distance, coefficient(power));
  }
  return {coefficient(0), muladd(sum, distance, looked_up<T>(Table::rest(), index))};
}

/// erfc x for x from 0 to `erfc_end`, or NaN, as e^(-x^2) w with tables; the products are added
/// from small to large, so that rounding the last sum makes most of the error.
template <class T> inline T erfc_by_table(T x) {
  using E = element_of<T>;
  const ScaledErfc<T> w = scaled_erfc_by_table(x);
  const Twofold<T> square = exact_product(x, x);
  if constexpr (is_same<E, float>) {
    // The difference of the first product is exact.
    const Whole<T> k = nearest(-square.hi, real<T>(0x1.71547652b82fep+0));
    const T r = muladd(-k.value, real<T>(ln2_high<E>), -square.hi) -
                muladd(k.value, real<T>(ln2_low<E>), square.lo);
    const T decline = r * r * expm1_tail<E>::of(r), sum = w.upper + w.lower;
    return scaled(w.upper + muladd(r, sum, muladd(decline, sum, w.lower)), k);
  } else {
    const Steps<T> k = nearest_step(-square.hi, 0x1.71547652b82fep+0);
    const T r = muladd(-k.value, real<T>(ln2_high<E>), -square.hi) -
                muladd(k.value, real<T>(ln2_low<E>), square.lo);
    const T decline = muladd(r * r, near_exp_tail<E>::of(r), r);
    const T power = looked_up<T>(exp2_upper, k.part), lower = looked_up<T>(exp2_lower, k.part);
    const Twofold<T> product = exact_product(power, w.upper);
    const T rest = muladd(decline, w.upper + w.lower, w.lower);
    const T small = muladd(power, rest, muladd(lower, w.upper, product.lo));
    return scale_by_instruction(product.hi + small, k.value);
  }
}

template <class T> T erfc(T x) {
  const T size = magnitude(x);
  T value;
  if (has_table_exponentials()) {
    // Results that are too small for a number are not computed, as those take long.
    const auto is_zero = size > real<T>(erfc_end<element_of<T>>);
    value = choose(is_zero, T(0), erfc_by_table(choose(is_zero, T(0), size)));
  } else {
    value = erfc_of_positive(size);
  }
  return choose(x < T(0), T(2) - value, value);
}

} // namespace abacus

#endif
