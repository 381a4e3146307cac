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
#include "polynomials/log2_table.h"

namespace abacus {

/// Whether powers go by tables.
inline bool uses_tables() { return has_table_logarithms() && !__mux_wants_accurate_math(); }

/// A logarithm to a base of 2 of a positive number 2^k m: `whole` + `rest` is that of 2^k and of
/// the interval's number, which m is 1 + r times.
template <class T> struct NearLogarithm {
  T whole, rest, r;
};
/// x's for positive normal x. Tables have so short inverses that r is exact.
template <class T> inline NearLogarithm<T> near_log2(T x) {
  using E = element_of<T>;
  if constexpr (is_same<E, float>) {
    using Table = binary_logs<E>;
    const T m = significand_by_instruction(x), k = exponent_by_instruction(x);
    const signed_of<T> interval = log_interval(m);
    const T r = muladd(m, looked_up<T>(log_inverses<E>::inverse(), interval), T(-1));
    return {k + looked_up<T>(Table::near(), interval), looked_up<T>(Table::rest(), interval), r};
  } else {
    // With intervals around 1 that are shorter.
    using I = signed_of<T>;
    using Table = log2_table<E>;
    constexpr int mantissa = format<E>::mantissa;
    const I above = as<I>(x) - I(Table::least);
    const I interval = (above >> I(Table::shift)) & I(15);
    const T k = cast<T>(above >> I(mantissa));
    const T m = as<T>(as<I>(x) - (above & I(element_of<I>(-1) << mantissa)));
    const T r = muladd(m, looked_up<T>(Table::inverse(), interval), T(-1));
    return {k + looked_up<T>(Table::upper(), interval), looked_up<T>(Table::lower(), interval), r};
  }
}
/// log2 x, of floats within 2^-32 and of doubles within 2^-64 of itself, for positive normal x;
/// needs a fused multiply-add.
template <class T> inline Twofold<T> log2_by_table(T x) {
  using E = element_of<T>;
  using Base = BinaryLogarithm<E>;
  const NearLogarithm<T> log = near_log2(x);
  const T r = log.r;
  // ln(1 + r) as r - r^2 / 2, exactly, and the rest.
  const Twofold<T> square = exact_product(r, r);
  const T high = muladd(square.hi, T(-0.5), r);
  const T left = muladd(square.hi, T(-0.5), r - high);
  const T tail = muladd(r * square.hi, near_log_tail<E>::of(r), left);
  const T low = muladd(square.lo, T(-0.5), tail);
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
/// 2^(hi + lo), hi of a size below 1100 for doubles and 160 for floats. log2_by_table's lo is
/// small, but with a large y it is that no longer.
template <class T> inline T exp2_of_sum(T hi, T lo) {
  const Steps<T> k = nearest_step(hi + lo, 1);
  const T r = (hi - k.value) + lo;
  return exp2_by_table(k, r * near_exp2_tail<element_of<T>>::of(r));
}
template <class T> inline UsualPower<T> power_by_table(T x, T y) {
  const Twofold<T> log2 = log2_by_table(x), high = exact_product(log2.hi, y);
  constexpr int most = is_same<element_of<T>, float> ? 160 : 1100;
  return {exp2_of_sum(high.hi, muladd(log2.lo, y, high.lo)),
          mask_of<T>(is_positive_normal(x) & has_size_below(high.hi, most))};
}

} // namespace abacus

#endif
