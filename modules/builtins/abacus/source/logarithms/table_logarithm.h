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
#include "polynomials/centred_log_table.h"
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
/// The same by short tables of intervals around 1.
template <class E> struct CentredNaturalLogarithm {
  using Table = centred_natural_logs<E, 8>;
  using Tail = centred_log_tail<float>;
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
/// A positive number as 2^k m, of which m is in an interval and 1 + r times its inverse's
/// reciprocal. Inverses are so short that r is exact. `scale` is the inverse times 2^-k, where that
/// is a normal number.
template <class T> struct IntervalParts {
  T k;
  signed_of<T> interval;
  T r, scale;
};
/// The parts of normal numbers below 2^bias by so many intervals around 1.
template <int count, class T> inline IntervalParts<T> centred_parts(T x) {
  using E = element_of<T>;
  using I = signed_of<T>;
  using U = unsigned_of<T>;
  using Bits = element_of<U>;
  using Intervals = centred_intervals<E, count>;
  constexpr int mantissa = format<E>::mantissa;
  constexpr Bits least = Bits(Intervals::least);
  // x by the least m: with k as its exponent, and m's distance from the least one below that.
  const U moved = as<U>(x) - U(Bits(least - (Bits(bias<E>) << mantissa)));
  const I interval = as<I>(moved >> U(Bits(Intervals::shift))) & I(count - 1);
  const T inverse = looked_up<T>(Intervals::inverse(), interval);
  const T m = as<T>((moved & U(Bits(format<E>::least_normal - 1))) + U(least));
  T k;
  if (__mux_has_exponent_operations()) {
    k = exponent_by_instruction(as<T>(moved));
  } else if constexpr (is_same<E, float>) {
    k = cast<T>(as<I>(moved >> U(mantissa)) - I(bias<E>));
  } else {
    k = as<T>((moved >> U(mantissa)) | as<U>(real<T>(0x1p52))) - real<T>(0x1p52 + bias<E>);
  }
  return {k, interval, muladd(m, inverse, T(-1)), as<T>(as<I>(inverse) - (as<I>(x) - as<I>(m)))};
}
/// The parts of any number by operations on exponents.
template <class T> inline IntervalParts<T> interval_parts(T x) {
  const T m = significand_by_instruction(x), k = exponent_by_instruction(x);
  const signed_of<T> interval = log_interval(m);
  const T inverse = looked_up<T>(log_inverses<element_of<T>>::inverse(), interval);
  return {k, interval, muladd(m, inverse, T(-1)), scale_by_instruction(inverse, -k)};
}

/// The logarithm of 2^k (1 + r + rest) divided by an interval's inverse, in two parts, `rest` being
/// what rounding has left of r, if there is any. Infinite k gives an infinite first part, and a
/// second one that is no number. Needs a fused multiply-add.
template <template <class> class Base, class T, class... Rest>
inline Twofold<T> log_by_interval(IntervalParts<T> parts, Rest... rest) {
  using E = element_of<T>;
  using Table = typename Base<E>::Table;
  const T k = parts.k, r = parts.r, factor = real<T>(Base<E>::factor);
  // Products with k are exact, and so is the sum with a logarithm of few bits.
  const T whole = muladd(k, real<T>(Base<E>::high), looked_up<T>(Table::near(), parts.interval));
  const T low_of_k = muladd(k, real<T>(Base<E>::low), looked_up<T>(Table::rest(), parts.interval));
  T low = (low_of_k + ... + rest);
  // log(1 + r) as that of e times r and a tail, or r - r^2 / 2, where that rounds exactly enough no
  // more.
  Twofold<T> first = {r, T(0)};
  if constexpr (is_same<E, float>) {
    if constexpr (Base<E>::factor != 1) {
      first = exact_product(r, factor);
      low = low + muladd(r, real<T>(Base<E>::factor_low), first.lo);
    }
    low = muladd(r * r, Base<E>::Tail::of(r), low);
  } else if constexpr (Base<E>::factor == 1) {
    low = muladd(r * r, muladd(r, table_log_tail<E>::of(r), T(-0.5)), low);
  } else {
    const T minus_half = r * T(-0.5), high = muladd(r, minus_half, r);
    const T tail = muladd(r * r * r, table_log_tail<E>::of(r), muladd(r, minus_half, r - high));
    first = exact_product(high, factor);
    low = muladd(tail, factor, low + muladd(high, real<T>(Base<E>::factor_low), first.lo));
  }
  const Twofold<T> sum = ordered_sum(whole, first.hi);
  return {sum.hi, low + sum.lo};
}

/// A logarithm within 0.53 units in the last place, of any x.
template <template <class> class Base, class T> inline T log_by_table(T x) {
  const Twofold<T> sum = log_by_interval<Base>(interval_parts(x));
  return choose(sum.lo == sum.lo, sum.hi + sum.lo, sum.hi);
}
/// The parts of positive normal x, of which the reciprocal is one, too, for natural logarithms, and
/// these in two parts, by tables of either length.
template <class T> inline IntervalParts<T> parts_for_log(T x) {
  using E = element_of<T>;
  IntervalParts<T> parts;
  if (is_same<E, float> && !has_table_logarithms()) {
    parts = centred_parts<8>(x);
  } else {
    parts.k = exponent_by_instruction(x);
    parts.interval = log_interval(x);
    parts.scale =
        scale_by_instruction(looked_up<T>(log_inverses<E>::inverse(), parts.interval), -parts.k);
  }
  parts.r = muladd(x, parts.scale, T(-1));
  return parts;
}
template <class T> inline Twofold<T> log_of_parts(IntervalParts<T> parts, T rest) {
  if constexpr (is_same<element_of<T>, float>) {
    if (!has_table_logarithms()) {
      return log_by_interval<CentredNaturalLogarithm>(parts, rest);
    }
  }
  return log_by_interval<NaturalLogarithm>(parts, rest);
}
/// ln(x.hi + x.lo), likewise, for a lower part that is a thousandth of it at most.
template <class T> inline Twofold<T> log_of_twofold(Twofold<T> x) {
  IntervalParts<T> parts = parts_for_log(x.hi);
  const T high = parts.r, low = x.lo * parts.scale;
  parts.r = high + low;
  return log_of_parts(parts, (high - parts.r) + low);
}
/// ln(1 + x + rest) for x > -1, finite, likewise.
template <class T> inline Twofold<T> log1p_by_table(T x, T rest) {
  const T sum = T(1) + x, larger = choose(x > T(1), x, T(1)), smaller = choose(x < T(1), x, T(1));
  return log_of_twofold(Twofold<T>{sum, (smaller - (sum - larger)) + rest});
}

} // namespace abacus

#endif
