// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Powers by logarithms of two numbers each, where tables are in registers: no division, and for
// floats twice as many lanes as doubles have.
#ifndef ABACUS_POWERS_TABLE_POWER_H
#define ABACUS_POWERS_TABLE_POWER_H

#include "arithmetic/exact.h"
#include "arithmetic/tables.h"
#include "exponentials/table_exponential.h"
#include "logarithms/table_logarithm.h"
#include "polynomials/exp.h"
#include "polynomials/log.h"

namespace abacus {

/// Whether powers go by tables.
inline bool uses_tables() {
  return (has_table_logarithms() || has_short_tables()) && !__mux_wants_accurate_math();
}

/// A logarithm to a base of 2 of a positive number 2^k m: `whole` + `rest` is that of 2^k and of
/// the interval's number, which m is 1 + r times.
template <class T> struct NearLogarithm {
  T whole, rest, r;
};
template <class Table, class T> inline NearLogarithm<T> near_log2(IntervalParts<T> parts) {
  return {parts.k + looked_up<T>(Table::near(), parts.interval),
          looked_up<T>(Table::rest(), parts.interval), parts.r};
}
/// x's for positive normal x below 2^bias. Long tables of doubles have intervals around 1 that are
/// shorter.
template <class T> inline NearLogarithm<T> near_log2(T x) {
  using E = element_of<T>;
  if (!has_table_logarithms()) {
    return near_log2<centred_binary_logs<E, 8>>(centred_parts<8>(x));
  }
  if constexpr (is_same<E, float>) {
    return near_log2<binary_logs<E>>(interval_parts(x));
  } else {
    return near_log2<centred_binary_logs<E, 16>>(centred_parts<16>(x));
  }
}
/// (ln(1 + r) - r + r^2 / 2) / r^3 for such r.
template <class T> inline T log_tail_of_near(T r) {
  using E = element_of<T>;
  return has_table_logarithms() ? near_log_tail<E>::of(r) : centred_near_log_tail<E>::of(r);
}
/// log2 x for positive normal x below 2^bias, of floats within 2^-32 and of doubles within 2^-64 of
/// itself, by short tables within 2^-31 and 2^-61; needs a fused multiply-add.
template <class T> inline Twofold<T> log2_by_table(T x) {
  using E = element_of<T>;
  using Base = BinaryLogarithm<E>;
  const NearLogarithm<T> log = near_log2(x);
  const T r = log.r;
  // ln(1 + r) as r - r^2 / 2, exactly, and the rest.
  const T minus_half = r * T(-0.5), high = muladd(r, minus_half, r);
  const T left = muladd(r, minus_half, r - high);
  const T low = muladd(r * (r * r), log_tail_of_near(r), left);
  // Times 1 / ln 2, and the logarithms of 2^k and of the interval.
  const Twofold<T> near = exact_product(high, real<T>(Base::factor));
  const T more = muladd(high, real<T>(Base::factor_low), near.lo);
  const Twofold<T> sum = ordered_sum(log.whole, near.hi);
  return {sum.hi, sum.lo + (muladd(low, real<T>(Base::factor), more) + log.rest)};
}

/// x^y where it `holds`: for positive normal x whose power is not far beyond the range.
template <class T> struct UsualPower {
  T value;
  mask_of<T> holds;
};
/// Sizes of exponents from here on are too large for `exp2_of_sum`, or may have no normal power. By
/// short tables of doubles the error of a logarithm is so large that it counts for larger ones.
template <class T> inline int most_exponent() {
  constexpr bool single = is_same<element_of<T>, float>;
  return has_table_logarithms() ? (single ? 160 : 1100) : (single ? 126 : 200);
}
/// 2^(hi + lo), hi of a size below `most_exponent`. log2_by_table's lo is small, but with a large y
/// it is that no longer.
template <class T> inline T exp2_of_sum(T hi, T lo) {
  using E = element_of<T>;
  if (!has_table_logarithms()) {
    const EighthParts<T> parts = eighth_parts(hi, lo);
    return product_with_tail<eighth_exp2_tail<E>>(parts.power, parts.r);
  }
  const Steps<T> k = nearest_step(hi + lo, 1);
  return power_by_steps<near_exp2_tail<E>>(k, (hi - k.value) + lo);
}
/// The same of doubles, little more than rounded once.
template <class T> inline T exact_exp2_of_sum(T hi, T lo) {
  if (!has_table_logarithms()) {
    const EighthParts<T> parts = eighth_parts(hi, lo);
    return exact_product_with_exp2<eighth_exp2_rest<double>>(parts.power, parts.r);
  }
  const Steps<T> k = nearest_step(hi + lo, 1);
  const T power =
      exact_product_with_exp2<near_exp2_rest<double>>(power_of_part(k), (hi - k.value) + lo);
  return scale_by_instruction(power, k.value);
}
template <class T> inline UsualPower<T> power_by_table(T x, T y) {
  const Twofold<T> log2 = log2_by_table(x), high = exact_product(log2.hi, y);
  return {exp2_of_sum(high.hi, muladd(log2.lo, y, high.lo)),
          mask_of<T>(is_positive_normal_below<bias<element_of<T>>>(x) &
                     has_size_below(high.hi, most_exponent<T>()))};
}

} // namespace abacus

#endif
