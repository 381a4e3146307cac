// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Powers: of floats by way of logarithms in double, or of two floats each, of doubles by way of
// twofold ones.
#ifndef ABACUS_POWERS_POWER_H
#define ABACUS_POWERS_POWER_H

#include "arithmetic/estimates.h"
#include "powers/table_power.h"
#include "powers/twofold_power.h"

namespace abacus {

template <class T> using double_of = vec<double, width_of<T>>;
/// The mask of a comparison of doubles, for as many floats.
template <class T> using wide_mask_of = mask_of<double_of<T>>;

/// k + log2 m, to some 40 bits, from t = (m - 1) / (m + 1).
template <class D> inline D log2_of_quotient(D t, D k) {
  return muladd(t, log2_for_float<double>::of(t * t), k);
}
/// log2 x, to some 40 bits, for a positive finite double.
template <class D> inline D log2_of_positive(D x) {
  const LogParts<D> s = log_parts(x);
  return log2_of_quotient<D>((s.m - D(1)) / (s.m + D(1)), s.k);
}
/// The same for a float, in double.
template <class T> inline double_of<T> log2_of_parts(LogParts<T> s) {
  using D = double_of<T>;
  // A division of floats and a step of Newton's method take less time than a division of doubles.
  const D m = cast<D>(s.m), d = m + D(1), near = cast<D>(T(1) / (s.m + T(1)));
  const D inverse = muladd(near, muladd(-d, near, D(1)), near);
  return log2_of_quotient<D>((m - D(1)) * inverse, cast<D>(s.k));
}
/// log2 |x|: infinite at 0 and infinity.
template <class T> inline double_of<T> log2_of_size(T x) {
  using D = double_of<T>;
  const T size = magnitude(x);
  const D value = log2_of_parts(log_parts(size));
  const D at_zero = choose(cast<wide_mask_of<T>>(size == T(0)), -lane_infinity<D>(), value);
  return choose(cast<wide_mask_of<T>>(size < lane_infinity<T>()), at_zero,
                cast<D>(size)); // NaN too
}
/// log2 |x|: infinite at 0 and infinity.
template <class T> inline Twofold<T> twofold_log2_of_size(T x) {
  const T size = magnitude(x);
  const Twofold<T> near = twofold_log2(size), value = ordered_sum(near.hi, near.lo);
  const T at_zero = choose(size == T(0), -lane_infinity<T>(), value.hi);
  return {choose(size < lane_infinity<T>(), at_zero, size), value.lo};
}

/// Exponents of 2 whose powers are floats or doubles: doubles, or twofold ones.
template <class T> struct ExponentOf {
  double_of<T> hi, lo;
};
/// y log2 x, for finite y or a log2 x other than 0.
template <class T> inline ExponentOf<T> exponent_of_power(double_of<T> log2, double_of<T> y) {
  return {log2 * y, double_of<T>(0)};
}
template <class T> inline ExponentOf<T> exponent_of_power(Twofold<T> log2, T y) {
  const Twofold<T> t = exact_product(log2.hi, y);
  return {t.hi, muladd(log2.lo, y, t.lo)};
}
/// 2^t, rounded once.
template <class T> inline T exp2_of(ExponentOf<T> t) {
  using D = double_of<T>;
  if constexpr (is_same<element_of<T>, float>) {
    const D bounded = within(t.hi, -200, 200);
    const Whole<D> k = nearest(bounded);
    const D r = bounded - k.value;
    return cast<T>(times_power(muladd(r, exp2_for_float<double>::of(r), D(1)), k));
  } else {
    const Scaled<T> result = exp2_of_twofold(Twofold<T>{t.hi, t.lo});
    return scaled(result.m, result.k);
  }
}
/// The same where neither t, which is a product of y, nor its power is near the ends of the range,
/// `is_near`: all exponents of floats are but for those of infinite y.
template <class T> inline mask_of<T> is_near(ExponentOf<T> t, T y) {
  if constexpr (is_same<element_of<T>, float>) {
    return magnitude(y) < lane_infinity<T>();
  } else {
    return magnitude(t.hi) < real<T>(1020);
  }
}
template <class T> inline T exp2_of_near(ExponentOf<T> t) {
  if constexpr (is_same<element_of<T>, float>) {
    return exp2_of<T>(t);
  } else {
    const Whole<T> k = nearest(t.hi);
    const T r = (t.hi - k.value) + t.lo;
    return with_exponent(muladd(r, exp2_tail<double>::of(r), T(1)), k.number);
  }
}

/// |x|^y for finite y other than 0.
template <class T> inline T power_of_size(T x, double_of<T> y) {
  if constexpr (is_same<element_of<T>, float>) {
    return exp2_of(exponent_of_power<T>(log2_of_size(x), y));
  } else {
    return exp2_of(exponent_of_power(twofold_log2_of_size(x), y));
  }
}
/// |x|^(1 / n)
template <class T> inline T root_of_size(T x, double_of<T> n) {
  if constexpr (is_same<element_of<T>, float>) {
    return exp2_of(ExponentOf<T>{log2_of_size(x) / n, double_of<T>(0)});
  } else {
    const Twofold<T> log = twofold_log2_of_size(x);
    const T inverse = near_reciprocal(n), t = log.hi * inverse;
    const T rest = (less_product(log.hi, t, n) + log.lo) * inverse;
    const ScaledTwofold<T> power = near_twofold_exp2(bounded_exponent(Twofold<T>{t, rest}));
    return scaled(power.m.hi + power.m.lo, power.k);
  }
}

/// y is a whole number, and an odd one.
template <class T> struct Parity {
  mask_of<T> whole, odd;
};
template <class T> inline Parity<T> parity_of(T y) {
  const T halved = y * real<T>(0.5);
  const auto whole = __builtin_elementwise_trunc(y) == y;
  return {whole, mask_of<T>(whole & (__builtin_elementwise_trunc(halved) != halved))};
}
template <class T> inline T negated_where(mask_of<T> condition, T x) {
  return choose(condition, -x, x);
}
template <class T> inline mask_of<T> has_sign(T x) { return as<signed_of<T>>(x) < signed_of<T>(0); }

/// y log2 |x| for x of the parts.
template <class T> inline ExponentOf<T> exponent_of_power_of(LogParts<T> parts, T y) {
  if constexpr (is_same<element_of<T>, float>) {
    return exponent_of_power<T>(log2_of_parts(parts), cast<double_of<T>>(y));
  } else {
    return exponent_of_power(twofold_log2_of_parts(parts), y);
  }
}
/// |x|^y for all x and y: infinite or 0 where |x| or y are that, NaN where that is undefined or one
/// is NaN.
template <class T> inline T unusual_power(T x, T y) {
  const ExponentOf<T> t = exponent_of_power_of(log_parts_of_normal(magnitude(x)), y);
  const T size = magnitude(x), infinite = lane_infinity<T>();
  T result = exp2_of(t);
  const auto tiny = (size < least_normal<T>()) & (size > T(0));
  if (any(tiny)) {
    result = choose(tiny, exp2_of(exponent_of_power_of(log_parts(size), y)), result);
  }
  const T direction = choose(size > T(1), y, choose(size < T(1), -y, T(0)));
  const T limit = choose(direction > T(0), infinite, choose(direction < T(0), T(0), lane_nan<T>()));
  const auto at_end = (size == T(0)) | (size == infinite) | (magnitude(y) == infinite);
  return choose((x != x) | (y != y), lane_nan<T>(), choose(at_end, limit, result));
}

/// The usual way to a power, for those that it `holds` for.
template <class T> inline UsualPower<T> usual_power(T x, T y) {
  if (uses_tables()) {
    return power_by_table(x, y);
  }
  const ExponentOf<T> t = exponent_of_power_of(log_parts_of_normal(magnitude(x)), y);
  const auto holds = is_positive_normal(x) & is_near(t, y);
  return {exp2_of_near(t), mask_of<T>(holds)};
}

/// x^y as C's pow defines it, from |x|^y.
template <class T> inline T power_from_size(T x, T y, T result) {
  const Parity<T> parity = parity_of(y);
  result = negated_where<T>(parity.odd & has_sign(x), result);
  result = choose((x < T(0)) & (x > -lane_infinity<T>()) & !parity.whole, lane_nan<T>(), result);
  // These give 1 in any case.
  const auto one =
      (y == T(0)) | (x == T(1)) | ((x == T(-1)) & (magnitude(y) == lane_infinity<T>()));
  return choose(one, T(1), result);
}
/// The same from both.
template <class T> inline T power_of(T x, T y) {
  const UsualPower<T> usual = usual_power(x, y);
  return any(!usual.holds) ? power_from_size(x, y, unusual_power(x, y)) : usual.value;
}
/// x^y for x >= 0: e^(y ln x), with NaN where that is undefined.
template <class T> inline T real_power(T x, T y) {
  const UsualPower<T> usual = usual_power(x, y);
  return any(!usual.holds) ? choose(x >= T(0), unusual_power(x, y), lane_nan<T>()) : usual.value;
}

} // namespace abacus

#endif
