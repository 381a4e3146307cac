// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Logarithms by tables in registers: x = 2^k m, and m times its interval's inverse is 1 + r, so
// that log x = k log 2 - log inverse + log(1 + r). Only the last addition's rounding matters.
#ifndef ABACUS_LOGARITHMS_TABLE_LOGARITHM_H
#define ABACUS_LOGARITHMS_TABLE_LOGARITHM_H

#include "arithmetic/exact.h"
#include "arithmetic/short_parts.h"
#include "arithmetic/tables.h"
#include "polynomials/log.h"
#include "polynomials/log_table.h"

namespace abacus {

/// Whether logarithms go by tables.
inline bool has_table_logarithms() {
  return __mux_has_table_permutes() && __mux_has_exponent_operations();
}

/// Of each base the logarithms of 2 and of e, as a number of few bits or the nearest one and what
/// is left of it; tables of logarithms, and polynomials for what remains.
template <class E> struct NaturalLogarithm {
  using Table = natural_logs<E>;
  using Tail = table_log_tail<float>;
  static constexpr double high = ln2_high<E>, low = ln2_low<E>;
  static constexpr double factor = 1, factor_low = 0;
};
template <class E> struct BinaryLogarithm {
  using Table = binary_logs<E>;
  using Tail = table_log2_tail<float>;
  static constexpr bool single = is_same<E, float>;
  static constexpr double high = 1, low = 0;
  static constexpr double factor = single ? 0x1.715476p+0 : 0x1.71547652b82fep+0;
  static constexpr double factor_low = single ? 0x1.4ae0bf85ddf44p-26 : 0x1.777d0ffda0d24p-56;
};
template <class E> struct CommonLogarithm {
  using Table = common_logs<E>;
  using Tail = table_log10_tail<float>;
  static constexpr bool single = is_same<E, float>;
  static constexpr double high = log10_2_high<E>, low = log10_2_low<E>;
  static constexpr double factor = single ? 0x1.bcb7b2p-2 : 0x1.bcb7b1526e50ep-2;
  static constexpr double factor_low = single ? -0x1.5b235e39ab2a9p-27 : 0x1.95355baaafad3p-57;
};

/// The interval of m from 1 to 2.
template <class T> inline signed_of<T> log_interval(T m) {
  using E = element_of<T>;
  using I = signed_of<T>;
  constexpr int bits = log_inverses<E>::bits;
  return (as<I>(m) >> I(format<E>::mantissa - bits)) & I((1 << bits) - 1);
}
/// The logarithm of 2^k (1 + r + rest) divided by an interval's inverse, in two parts, `rest` being
/// what rounding has left of r. Infinite k gives an infinite first part, and a second one that is
/// no number. Needs a fused multiply-add.
template <template <class> class Base, class T>
inline Twofold<T> log_by_interval(T k, signed_of<T> interval, T r, T rest) {
  using E = element_of<T>;
  using Table = typename Base<E>::Table;
  // Products with k are exact, and so is the sum with a logarithm of few bits.
  const T whole = muladd(k, real<T>(Base<E>::high), looked_up<T>(Table::near(), interval));
  T low = muladd(k, real<T>(Base<E>::low), looked_up<T>(Table::rest(), interval));
  // log(1 + r) as that of e times r and a tail, or r - r^2 / 2, where that rounds exactly enough no
  // more.
  T high = r, tail = rest;
  if constexpr (is_same<E, float>) {
    tail = muladd(r * r, Base<E>::Tail::of(r), rest);
  } else if constexpr (Base<E>::factor == 1) {
    tail = muladd(r * r, muladd(r, table_log_tail<E>::of(r), T(-0.5)), rest);
  } else {
    const T minus_half = r * T(-0.5);
    high = muladd(r, minus_half, r);
    const T left = muladd(r, minus_half, r - high) + rest;
    tail = muladd(r * r * r, table_log_tail<E>::of(r), left);
  }
  Twofold<T> first = {high, T(0)};
  if constexpr (Base<E>::factor != 1) {
    first = exact_product(high, real<T>(Base<E>::factor));
    const T more = muladd(high, real<T>(Base<E>::factor_low), first.lo);
    tail = is_same<E, float> ? tail + more : muladd(tail, real<T>(Base<E>::factor), more);
  }
  const Twofold<T> sum = ordered_sum(whole, first.hi);
  return {sum.hi, tail + (low + sum.lo)};
}

/// A logarithm within 0.53 units in the last place, of any x.
template <template <class> class Base, class T> inline T log_by_table(T x) {
  using E = element_of<T>;
  const T m = significand_by_instruction(x), k = exponent_by_instruction(x);
  const signed_of<T> interval = log_interval(m);
  const T r = muladd(m, looked_up<T>(log_inverses<E>::inverse(), interval), T(-1));
  const Twofold<T> sum = log_by_interval<Base>(k, interval, r, T(0));
  return choose(sum.lo == sum.lo, sum.hi + sum.lo, sum.hi);
}
/// ln(x.hi + x.lo), in two parts, for positive x, finite, with a lower part that is a thousandth of
/// it at most.
template <class T> inline Twofold<T> log_of_twofold(Twofold<T> x) {
  const T m = significand_by_instruction(x.hi), k = exponent_by_instruction(x.hi);
  const signed_of<T> interval = log_interval(m);
  const T inverse = looked_up<T>(log_inverses<element_of<T>>::inverse(), interval);
  const T high = muladd(m, inverse, T(-1)), low = x.lo * scale_by_instruction(inverse, -k);
  const T r = high + low;
  return log_by_interval<NaturalLogarithm>(k, interval, r, (high - r) + low);
}
/// ln(1 + x + rest) for x > -1, finite, likewise.
template <class T> inline Twofold<T> log1p_by_table(T x, T rest) {
  const T sum = T(1) + x, larger = choose(x > T(1), x, T(1)), smaller = choose(x < T(1), x, T(1));
  return log_of_twofold(Twofold<T>{sum, (smaller - (sum - larger)) + rest});
}

} // namespace abacus

#endif
