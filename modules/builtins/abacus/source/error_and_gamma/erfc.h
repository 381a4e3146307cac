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
template <class Table, class T> inline ScaledErfc<T> scaled_erfc_by_table(T x) {
  using E = element_of<T>;
  using I = signed_of<T>;
  constexpr int shift = format<E>::mantissa - Table::part_bits, count = 4 << Table::part_bits;
  const T centre = T(Table::centre);
  const T moved = Table::scale == 1 ? x + centre : muladd(x, real<T>(Table::scale), centre);
  const I index = (as<I>(moved) >> I(shift)) & I(count - 1);
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

/// -x^2 = k ln 2 + r for floats x; the difference of the first product is exact.
template <class T> inline ExpArgument<T> square_exp_argument(T x) {
  const Twofold<T> square = exact_product(x, x);
  const Whole<T> k = nearest(-square.hi, real<T>(0x1.71547652b82fep+0));
  const T near = muladd(-k.value, real<T>(ln2_high<float>), -square.hi);
  return {k, near - muladd(k.value, real<T>(ln2_low<float>), square.lo)};
}
/// erfc of floats x from 0 to `erfc_end`, or of NaN, as e^(-x^2) w with tables; the products are
/// added from small to large, so that rounding the last sum makes most of the error.
template <class Table, class T> inline ScaledSum<T> erfc_sum_by_table(T x) {
  const ScaledErfc<T> w = scaled_erfc_by_table<Table>(x);
  const ExpArgument<T> a = square_exp_argument(x);
  const T decline = a.r * a.r * expm1_tail<float>::of(a.r), sum = w.upper + w.lower;
  const T rest = muladd(decline, sum, w.lower);
  // What rounding takes from the sum matters where intervals are wide.
  constexpr bool is_wide = Table::part_bits == 1;
  return {a.k, w.upper,
          is_wide ? muladd(a.r, w.upper, muladd(a.r, w.lower, rest)) : muladd(a.r, sum, rest)};
}

/// erfc of doubles, likewise.
template <class T> inline T double_erfc_by_table(T x) {
  const ScaledErfc<T> w = scaled_erfc_by_table<erfc_table<double>>(x);
  const Twofold<T> square = exact_product(x, x);
  const Steps<T> k = nearest_step(-square.hi, 0x1.71547652b82fep+0);
  const T r = muladd(-k.value, real<T>(ln2_high<double>), -square.hi) -
              muladd(k.value, real<T>(ln2_low<double>), square.lo);
  const T decline = muladd(r * r, near_exp_tail<double>::of(r), r);
  const T power = looked_up<T>(exp2_upper, k.part), lower = looked_up<T>(exp2_lower, k.part);
  const T rest = muladd(decline, w.upper + w.lower, w.lower);
  return scale_by_instruction(muladd(power, w.upper, muladd(power, rest, lower * w.upper)),
                              k.value);
}

/// erfc of floats x >= 0, or of NaN, by tables of eight.
template <class Table, class T> inline T erfc_by_short_tables(T x) {
  const ScaledSum<T> sum = erfc_sum_by_table<Table>(x);
  const T value = with_exponent(sum.high + sum.low, sum.k.number);
  const auto usual = has_size_below(x, 9.1875); // of these the result is a normal number
  if (!any(!usual)) {
    return value;
  }
  // Results that are too small for a number are not computed, as those take long.
  const auto is_zero = x > real<T>(erfc_end<float>);
  const ScaledSum<T> any_sum = erfc_sum_by_table<Table>(choose(is_zero, T(0), x));
  return choose(is_zero, T(0), scaled(any_sum.high + any_sum.low, any_sum.k.number));
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
template <class T> inline T double_erfc(T x) {
  const auto far = x > real<T>(most_of_steps);
  const T value = erfc_by_steps(choose(far, real<T>(most_of_steps), x));
  if (!any(far)) {
    return value;
  }
  // Results that are too small for a number are not computed, as those take long.
  const auto is_zero = x > real<T>(erfc_end<double>);
  const T inside = choose(is_zero, real<T>(most_of_steps), x);
  const T bounded = choose(far, inside, real<T>(most_of_steps));
  const T small =
      has_table_exponentials() ? double_erfc_by_table(bounded) : erfc_far_from_zero(bounded);
  return choose(far, choose(is_zero, T(0), small), value);
}

/// erfc x from that of |x|. The sign of zeros does not matter.
template <class T> inline T with_reflected_erfc(T x, T value) {
  using I = signed_of<T>;
  return choose(as<I>(x) < I(0), T(2) - value, value);
}

/// erfc of floats x >= 0, or of NaN.
template <class T> inline T float_erfc(T x) {
  if (has_table_exponentials()) {
    // Results that are too small for a number are not computed, as those take long.
    const auto is_zero = x > real<T>(erfc_end<float>);
    const ScaledSum<T> sum = erfc_sum_by_table<erfc_table<float>>(choose(is_zero, T(0), x));
    return choose(is_zero, T(0), scaled(sum.high + sum.low, sum.k));
  }
  return has_short_tables() ? erfc_by_short_tables<wide_erfc_table<float>>(x) : erfc_of_positive(x);
}

template <class T> T erfc(T x) {
  if constexpr (is_same<element_of<T>, float>) {
    return with_reflected_erfc(x, float_erfc(magnitude(x)));
  } else {
    return with_reflected_erfc(x, double_erfc(magnitude(x)));
  }
}

} // namespace abacus

#endif
