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
#include "polynomials/exp.h"
#include "polynomials/log.h"
#include "polynomials/log2_table.h"

namespace abacus {

/// Whether powers go by tables.
inline bool uses_tables() { return __mux_has_table_permutes() && !__mux_wants_accurate_math(); }

/// log2(x 2^exponent), of floats within 2^-32 and of doubles within 2^-64 of itself, for positive
/// normal x; needs a fused multiply-add.
template <class T> inline Twofold<T> log2_by_table(T x, T exponent) {
  using E = element_of<T>;
  using I = signed_of<T>;
  using Table = log2_table<E>;
  constexpr int mantissa = format<E>::mantissa;
  // x = 2^k m, and m times the interval's inverse is 1 + r, r in two parts.
  const I above = as<I>(x) - I(Table::least);
  const I interval = (above >> I(Table::shift)) & I(15);
  const T k = cast<T>(above >> I(mantissa)) + exponent;
  const T m = as<T>(as<I>(x) - (above & I(element_of<I>(-1) << mantissa)));
  const Twofold<T> product = exact_product(m, looked_up<T>(Table::inverse(), interval));
  const T r = product.hi - T(1);
  // ln(1 + r) as r - r^2 / 2, exactly, and the rest; and what the lower part divided by 1 + r adds.
  const Twofold<T> square = exact_product(r, r);
  const T r_low = muladd(product.lo, square.hi - r, product.lo);
  const T high = muladd(square.hi, T(-0.5), r);
  const T left = muladd(square.hi, T(-0.5), r - high);
  const T tail = muladd(r * square.hi, near_log_tail<E>::of(r), r_low);
  const T low = muladd(square.lo, T(-0.5), left) + tail;
  // Times 1 / ln 2, and the logarithms of 2^k and of the interval.
  constexpr bool is_single = is_same<E, float>;
  const T factor = real<T>(is_single ? 0x1.715476p+0 : 0x1.71547652b82fep+0);
  const T factor_low = real<T>(is_single ? 0x1.4ae0cp-26 : 0x1.777d0ffda0d24p-56);
  const Twofold<T> near = exact_product(high, factor);
  const T near_low = muladd(low, factor, muladd(high, factor_low, near.lo));
  const Twofold<T> sum = ordered_sum(k + looked_up<T>(Table::upper(), interval), near.hi);
  return {sum.hi, sum.lo + (near_low + looked_up<T>(Table::lower(), interval))};
}

/// x^y where it `holds`: for positive normal x whose power is not far beyond the range.
template <class T> struct UsualPower {
  T value;
  mask_of<T> holds;
};
/// 2^(hi + lo), hi of a size below 1100. log2_by_table's lo is a thousandth of a sixteenth at most,
/// but with a large y it is no longer small.
template <class T> inline T exp2_of_sum(T hi, T lo) {
  using E = element_of<T>;
  if constexpr (is_same<E, double>) {
    if (has_table_exponentials()) {
      const Steps<T> k = nearest_step(hi + lo, 1);
      const T r = (hi - k.value) + lo;
      return exp2_by_table(k, r * near_exp2_tail<E>::of(r));
    }
  }
  const Whole<T> k = nearest(hi);
  const T r = (hi - k.value) + lo;
  return scaled(muladd(r, exp2_tail<E>::of(r), T(1)), k);
}
template <class T> inline UsualPower<T> power_by_table(T x, T y) {
  const Twofold<T> log2 = log2_by_table(x, T(0)), high = exact_product(log2.hi, y);
  constexpr int most = is_same<element_of<T>, float> ? 160 : 1100;
  return {exp2_of_sum(high.hi, muladd(log2.lo, y, high.lo)),
          mask_of<T>(is_positive_normal(x) & has_size_below(high.hi, most))};
}

} // namespace abacus

#endif
