// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Logarithms of doubles to some 65 bits, and the powers of 2 with such exponents.
#ifndef ABACUS_POWERS_TWOFOLD_POWER_H
#define ABACUS_POWERS_TWOFOLD_POWER_H

#include "arithmetic/exact.h"
#include "polynomials/log.h"
#include "powers/table_power.h"

namespace abacus {

/// log2 x for positive finite x, given as parts.
template <class T> inline Twofold<T> twofold_log2_of_parts(LogParts<T> parts) {
  // s = (m - 1) / (m + 1)
  const T m = parts.m, f = m - T(1);
  const Twofold<T> d = ordered_sum(T(1), m);
  const T inverse = T(1) / d.hi;
  const T s = f * inverse;
  const T s_rest = muladd(-s, d.lo, less_product(f, s, d.hi)) * inverse;
  // log2 m = s (C + z (C / 3 + z P(z))), z = s^2
  const Twofold<T> z = exact_product(s, s);
  const T z_rest = muladd(s + s, s_rest, z.lo);
  const T tail = z.hi * log2_tail<double>::of(z.hi);
  const Twofold<T> third = ordered_sum(real<T>(0x1.ec709dc3a03fdp-1), tail);
  const T third_rest = third.lo + real<T>(0x1.d27f05548af0cp-55);
  const Twofold<T> w = exact_product(z.hi, third.hi);
  const T w_rest = muladd(z.hi, third_rest, muladd(z_rest, third.hi, w.lo));
  const Twofold<T> factor = ordered_sum(real<T>(0x1.71547652b82fep+1), w.hi);
  const T factor_rest = factor.lo + (w_rest + real<T>(0x1.777d0ffda0d24p-55));
  const Twofold<T> near = exact_product(s, factor.hi);
  const T near_rest = muladd(s, factor_rest, muladd(s_rest, factor.hi, near.lo));
  const Twofold<T> whole = ordered_sum(parts.k, near.hi);
  return {whole.hi, whole.lo + near_rest};
}

/// Of which the lower part may be as large as 2^-14.
template <class T> inline Twofold<T> twofold_log2(T x) {
  const LogParts<T> parts = log_parts(x);
  if (!uses_tables() || !has_table_logarithms()) {
    return twofold_log2_of_parts(parts);
  }
  const Twofold<T> log = log2_by_table(parts.m), sum = ordered_sum(parts.k, log.hi);
  return {sum.hi, sum.lo + log.lo};
}

/// m 2^k with m around 1.
template <class T> struct Scaled {
  T m;
  signed_of<T> k;
};
/// Exponents beyond the bounds, which tgamma needs for its reciprocals, infinite or NaN come with
/// any t.lo.
template <class T> inline Twofold<T> bounded_exponent(Twofold<T> t) {
  return {within(t.hi, -1250, 1250), choose(magnitude(t.hi) < real<T>(1250), t.lo, T(0))};
}
/// 2^(t.hi + t.lo) for any t.
template <class T> inline Scaled<T> exp2_of_twofold(Twofold<T> t) {
  t = bounded_exponent(t);
  const Whole<T> k = nearest(t.hi);
  const T r = (t.hi - k.value) + t.lo;
  return {muladd(r, exp2_tail<double>::of(r), T(1)), k.number};
}

/// m 2^k with m to some 58 bits.
template <class T> struct ScaledTwofold {
  Twofold<T> m;
  signed_of<T> k;
};
/// 2^(t.hi + t.lo) for t.hi of a size below 1250 and t.lo that is no larger than its last digit.
template <class T> inline ScaledTwofold<T> near_twofold_exp2(Twofold<T> t) {
  const Whole<T> k = nearest(t.hi);
  const T r = t.hi - k.value, factor = real<T>(0x1.62e42fefa39efp-1);
  // 1 + r ln 2 exactly, and the rest of the power
  const Twofold<T> p = exact_product(r, factor), sum = ordered_sum(T(1), p.hi);
  const T tail = muladd(r, exp2_wide_rest<double>::of(r), p.lo);
  const T slope = (sum.hi + tail) * factor;
  return {ordered_sum(sum.hi, sum.lo + muladd(t.lo, slope, tail)), k.number};
}

} // namespace abacus

#endif
