// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Helpers shared by the logarithms: log(2^k m) = k log 2 + log m.
#ifndef ABACUS_LOGARITHMS_LOGARITHM_H
#define ABACUS_LOGARITHMS_LOGARITHM_H

#include "arithmetic/exact.h"
#include "arithmetic/lanes.h"
#include "arithmetic/short_parts.h"
#include "polynomials/log.h"

namespace abacus {

/// Replaces `result`, a logarithm made of `log_parts`, for arguments that are not positive,
/// infinite or NaN.
template <class T> inline T bounded_log(T x, T result) {
  if (__mux_has_exponent_operations()) {
    return result;
  }
  result = choose(x == lane_infinity<T>(), x, result);
  result = choose(x <= T(0), -lane_infinity<T>(), result);
  return choose(x >= T(0), result, lane_nan<T>());
}
/// A logarithm of any x, by `of_normal(y, k)`, that of y 2^k for positive normal y, and by what
/// that makes of x itself. Not for CPUs with operations on exponents.
template <class T, class Log> inline T log_of_unusual(T x, T value, Log of_normal) {
  constexpr int digits = format<element_of<T>>::mantissa + 1;
  const T scaled = of_normal(x * T(power_of_two<element_of<T>>(digits)), T(-digits));
  return bounded_log(x, choose(x < least_normal<T>(), scaled, value));
}
template <class T, class Log> inline T log_of_any(T x, Log of_normal) {
  const T value = of_normal(x, T(0));
  return any(!is_positive_normal(x)) ? log_of_unusual(x, value, of_normal) : value;
}

/// Logarithms of floats are those of 2^k (1 + f) with |f| up to 1/3.
inline constexpr double least_float_part = 2.0 / 3;
/// log(x 2^more) of positive normal floats to a base, by the logarithm of 2 to that: in double,
/// which takes less than sums of floats of that precision. `Series` has log(1 + f) / f.
template <class Series, class T> inline T log_of_normal_float(T x, T more, double log_of_2) {
  using D = vec<double, width_of<T>>;
  const Split<T> parts = split_normal(x, least_float_part);
  const D f = cast<D>(parts.m - T(1)), k = cast<D>(cast<T>(parts.k) + more);
  return cast<T>(muladd(f, Series::of(f), k * D(log_of_2)));
}

/// f / (1 + f / 2) for f + rest, |f| below 1/2, to twice the bits: rest is about a rounding error
/// of f.
template <class T> inline Twofold<T> quotient_of_log(T f, T rest) {
  const Twofold<T> d = ordered_sum(T(1), f * real<T>(0.5));
  const T inverse = T(1) / d.hi, s = f * inverse;
  const T more = muladd(-s, muladd(rest, real<T>(0.5), d.lo), rest);
  return {s, (less_product(f, s, d.hi) + more) * inverse};
}
/// Logarithms to a base of 2, as a number of few bits and what is left of it, and of e.
struct Base {
  double high, low, factor, factor_low;
};
/// log(2^k (1 + f + rest)) of doubles, in two parts: ln(1 + f) = 2 artanh(s / 2) = s + s^3 P(s^2),
/// and `Tail` has P, to the base.
template <class Tail, class T> inline Twofold<T> log_by_quotient(T k, T f, T rest, Base base) {
  Twofold<T> s = quotient_of_log(f, rest);
  const T z = s.hi * s.hi;
  s.lo = muladd(s.lo, z * real<T>(0.25), s.lo); // times the derivative of artanh
  Twofold<T> first = s;
  if (base.factor != 1) {
    const T factor = real<T>(base.factor);
    first = exact_product(s.hi, factor);
    first.lo = muladd(s.lo, factor, muladd(s.hi, real<T>(base.factor_low), first.lo));
  }
  const Twofold<T> sum = ordered_sum(k * real<T>(base.high), first.hi);
  const T low = muladd(k, real<T>(base.low), first.lo) + sum.lo;
  return {sum.hi, muladd(s.hi * z, Tail::of(z), low)};
}
/// log(x 2^more) of positive normal doubles.
template <class Tail, class T> inline T log_of_normal_double(T x, T more, Base base) {
  const LogParts<T> parts = log_parts_of_normal(x);
  const Twofold<T> sum = log_by_quotient<Tail>(parts.k + more, parts.m - T(1), T(0), base);
  return sum.hi + sum.lo;
}

/// ln(2^k (1 + f + rest)) of floats, in two parts: ln(1 + f) as f - f^2 / 2, what rounding leaves
/// of that, and a tail, which is a twentieth of it.
template <class T> inline Twofold<T> log_by_square(T k, T f, T rest) {
  using E = element_of<T>;
  const T minus_half = f * T(-0.5), near = muladd(f, minus_half, f);
  const T left = muladd(f, minus_half, f - near) + rest;
  const T high = real<T>(ln2_high<E>), sum = muladd(k, high, near);
  const T low = muladd(k, real<T>(ln2_low<E>), left) + (near - muladd(-k, high, sum));
  return {sum, muladd(f * f * f, log_tail_of_square<E>::of(f), low)};
}

} // namespace abacus

#endif
