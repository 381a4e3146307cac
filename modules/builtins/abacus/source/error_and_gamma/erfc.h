// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef ABACUS_ERROR_AND_GAMMA_ERFC_H
#define ABACUS_ERROR_AND_GAMMA_ERFC_H

#include "error_and_gamma/error_function.h"
#include "exponentials/table_exponential.h"
#include "polynomials/erf_table.h"
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
  constexpr int shift = format<E>::mantissa - Table::part_bits, count = 4 << Table::part_bits;
  const I index = (as<I>(x + T(Table::centre)) >> I(shift)) & I(count - 1);
  const T distance = x - looked_up<T>(Table::points(), index);
  const auto coefficient = [&](int power) {
    return looked_up<T>(Table::coefficients(power), index);
  };
  T sum = coefficient(Table::degree);
  for (int power = Table::degree - 1; power > 0; --power) {
    sum = muladd(sum, distance, coefficient(power));
  }
  return {coefficient(0), sum * distance};
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
    const T rest = muladd(decline, w.upper + w.lower, w.lower);
    return scale_by_instruction(muladd(power, w.upper, muladd(power, rest, lower * w.upper)),
                                k.value);
  }
}

/// Up to this erfc of doubles goes by steps.
inline constexpr double most_of_steps = 12;

/// erfc of doubles x from 0 to `most_of_steps`, or of NaN, by Taylor series about multiples of a
/// step: the last sum's rounding makes most of the error.
template <class T> inline T erfc_by_steps(T x) {
  using I = signed_of<T>;
  const Whole<T> n = nearest(x, real<T>(1 / erf_steps::step));
  const T h = muladd(n.value, real<T>(-erf_steps::step), x);
  const I index = n.number & I(2047); // that of NaN is any
  const T fall = looked_up<T>(erfc_slope_at_step, index) * h;
  return muladd(-fall, erfc_steps::of(h, n.value), looked_up<T>(erfc_at_step, index));
}
/// erfc of doubles x from there to `erfc_end`, as e^(-x^2) (1 + P(1 / x^2) / x^2) / (sqrt(pi) x),
/// to more bits than a double has up to the last product.
template <class T> inline T erfc_far_from_zero(T x) {
  const Twofold<T> square = exact_product(x, x);
  ScaledSum<T> power = exact_exp_sum(-square.hi);
  power.low = muladd(-(power.high + power.low), square.lo, power.low);
  const T factor = real<T>(0x1.20dd750429b6dp-1), factor_low = real<T>(0x1.1ae3a914fed80p-57);
  const T near = factor / x, left = (less_product(factor, near, x) + factor_low) / x;
  const T y = T(1) / square.hi, rest = muladd(near, y * far_erfc_tail<double>::of(y), left);
  const Twofold<T> value = exact_product(power.high, near);
  const T small = muladd(power.high + power.low, rest, power.low * near);
  return scaled(value.hi + (value.lo + small), power.k.number);
}
/// erfc of doubles x >= 0, or of NaN.
template <class T> inline T erfc_without_tables(T x) {
  const auto far = x > real<T>(most_of_steps);
  const T value = erfc_by_steps(choose(far, real<T>(most_of_steps), x));
  if (!any(far)) {
    return value;
  }
  // Results that are too small for a number are not computed, as those take long.
  const auto is_zero = x > real<T>(erfc_end<double>);
  const T inside = choose(is_zero, real<T>(most_of_steps), x);
  const T small = erfc_far_from_zero(choose(far, inside, real<T>(most_of_steps)));
  return choose(far, choose(is_zero, T(0), small), value);
}

template <class T> T erfc(T x) {
  const T size = magnitude(x);
  T value;
  if (has_table_exponentials()) {
    // Results that are too small for a number are not computed, as those take long.
    const auto is_zero = size > real<T>(erfc_end<element_of<T>>);
    value = choose(is_zero, T(0), erfc_by_table(choose(is_zero, T(0), size)));
  } else if constexpr (is_same<element_of<T>, float>) {
    value = erfc_of_positive(size);
  } else {
    value = erfc_without_tables(size);
  }
  return choose(x < T(0), T(2) - value, value);
}

} // namespace abacus

#endif
