// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Arctangents, arcsines and arccosines.
#ifndef ABACUS_ARCS_ARCS_H
#define ABACUS_ARCS_ARCS_H

#include "arithmetic/estimates.h"
#include "arithmetic/exact.h"
#include "arithmetic/tables.h"
#include "polynomials/arcs.h"
#include "polynomials/atan_table.h"

namespace abacus {

/// pi in two parts, of which small multiples of the first are exact.
template <class E>
inline constexpr double pi_high = is_same<E, float> ? 0x1.921fbp+1 : 0x1.921fb54442d18p+1;
template <class E>
inline constexpr double pi_low = is_same<E, float> ? 0x1.5110b4611a626p-21 : 0x1.1a62633145c07p-53;
/// What pi and 1 / pi have beyond the nearest number of the type.
template <class E>
inline constexpr double pi_below =
    is_same<E, float> ? -0x1.777a5cf72cecep-24 : 0x1.1a62633145c07p-53;
template <class E>
inline constexpr double inverse_pi_below =
    is_same<E, float> ? 0x1.b9391054a7f0ap-27 : -0x1.6b01ec5417056p-56;

/// The unit of an angle: half a turn in two parts, and the factor from radians.
struct AngleUnit {
  double half_turn, half_turn_rest, factor;
};
template <class E> inline constexpr AngleUnit radians = {pi_high<E>, pi_low<E>, 1};
inline constexpr AngleUnit half_turns = {1, 0, inverse_pi_value};

/// An angle of `eighths` of a turn, a whole number, and a rest; the former is 0 or more than the
/// latter. Where accurate mathematics are wanted, the rest is in radians and of two parts,
/// otherwise it is in the angle's unit and its lower part does not count.
template <class T> struct Angle {
  T eighths;
  Twofold<T> rest;
};
/// x + x z tail, in radians, as the rest of a less accurate angle.
template <class T> inline Twofold<T> quick_rest(T x, T z, T tail, AngleUnit unit) {
  if (unit.factor == 1) {
    return {muladd(x, z * tail, x), T(0)};
  }
  const T factor = real<T>(unit.factor);
  const T low = muladd(z * tail, factor, real<T>(inverse_pi_below<element_of<T>>));
  return {muladd(x, factor, x * low), T(0)};
}
template <class T> inline T in_unit(Angle<T> a, AngleUnit unit) {
  if (!__mux_wants_accurate_math()) {
    T rest = a.rest.hi;
    if (unit.factor == 1) {
      rest = muladd(a.eighths, real<T>(pi_below<element_of<T>> / 4), rest);
    }
    return muladd(a.eighths, real<T>((unit.half_turn + unit.half_turn_rest) / 4), rest);
  }
  if (unit.factor != 1) {
    a.rest = {a.rest.hi * real<T>(unit.factor), a.rest.lo * real<T>(unit.factor)};
  }
  const Twofold<T> sum = ordered_sum(a.eighths * real<T>(unit.half_turn / 4), a.rest.hi);
  const T low = unit.half_turn_rest == 0
                    ? a.rest.lo
                    : muladd(a.eighths, real<T>(unit.half_turn_rest / 4), a.rest.lo);
  return sum.hi + (sum.lo + low);
}
template <class T> inline Twofold<T> negated_where(mask_of<T> mask, Twofold<T> a) {
  return {choose(mask, -a.hi, a.hi), choose(mask, -a.lo, a.lo)};
}

/// t^2 for t >= 0, or what does not matter beside 1 either: CPUs are slow to make denormal numbers.
template <class T> inline T square_of_ratio(T t) {
  if constexpr (is_same<element_of<T>, float>) {
    t = choose(t > real<T>(0x1p-50), t, real<T>(0x1p-50));
  }
  return t * t;
}

/// The same of doubles by a table: the arctangent of c, a multiple of 1/16 near the ratio q and
/// mostly below it, and that of (q - c) / (1 + c q), so that the latter is no more than a third of
/// the sum where it is negative.
template <class T> inline Twofold<T> table_rest(T small, T large, AngleUnit unit) {
  using I = signed_of<T>;
  const T inverse = reciprocal_estimate_by_instruction(large), shift = real<T>(0x1.8p48);
  T moved = muladd(small, inverse, real<T>(-1.0 / 64)) + shift;
  const T last = shift + real<T>(15.0 / 16);
  moved = choose(moved > last, last, moved);
  const T c = moved - shift;
  const T t = near_quotient(muladd(-c, large, small), muladd(c, small, large)), z = t * t;
  const I i = as<I>(moved) & I(15);
  const T factor = real<T>(unit.factor);
  const T near = quick_rest(t, z, near_atan_tail<double>::of(z), unit).hi;
  const T low = muladd(looked_up<T>(atan_lower, i), factor, near);
  return {muladd(looked_up<T>(atan_upper, i), factor, low), T(0)};
}

/// atan(small / large) for 0 <= small <= large, of which the latter and its reciprocal are normal
/// numbers.
template <class T> inline Angle<T> arctangent_of_ratio(T small, T large, AngleUnit unit) {
  using E = element_of<T>;
  constexpr bool single = is_same<E, float>;
  if (!__mux_wants_accurate_math()) {
    T eighths = T(0);
    if constexpr (!single) {
      if (uses_estimates() && __mux_has_table_permutes()) {
        return {eighths, table_rest(small, large, unit)};
      }
      // As below, for arctangents of more than 1/2, which have fewer digits behind the point.
      const auto upper = small > large * real<T>(0x1.17b4f5bf3474ap-1);
      const T sum = small + large;
      small = choose(upper, small - large, small);
      large = choose(upper, sum, large);
      eighths = choose(upper, T(1), T(0));
    }
    const T t = small / large, z = square_of_ratio(t);
    return {eighths, quick_rest(t, z, long_atan_tail<E>::of(z), unit)};
  }
  // Above 1/2 as pi/4 less the arctangent of (large - small) / (large + small).
  const auto upper = small + small > large;
  const T a = choose(upper, small - large, small);
  const Twofold<T> b = ordered_sum(large, choose(upper, small, T(0)));
  const T inverse = T(1) / b.hi, t = a * inverse, z = t * t;
  // The rounding error of t. Without an fma, halves of the numbers would be multiplied for it,
  // which could underflow where the arctangent does not.
  T rounded = T(0);
  if (__mux_has_fma()) {
    rounded = (less_product(a, t, b.hi) - t * b.lo) * inverse;
  }
  return {choose(upper, T(1), T(0)), {t, muladd(t * z, atan_tail<E>::of(z), rounded)}};
}

/// asin |x| for smaller |x|, for larger ones half of acos |x|.
template <class T> struct Arc {
  mask_of<T> upper; ///< |x| above 1/2, or 5/8 unless accurate mathematics are wanted
  Twofold<T> angle;
};
template <class T> inline Arc<T> arc(T x, AngleUnit unit) {
  using E = element_of<T>;
  const T size = magnitude(x);
  const auto upper = size > real<T>(__mux_wants_accurate_math() ? 0.5 : 0.625);
  // The arcsine of the root of (1 - |x|) / 2, and of what rounding took from that.
  const T z = choose(upper, muladd(size, real<T>(-0.5), real<T>(0.5)), size * size);
  const T s = choose(upper, __builtin_elementwise_sqrt(z), size);
  if (!__mux_wants_accurate_math()) {
    return {upper, quick_rest(s, z, long_asin_tail<E>::of(z), unit)};
  }
  const T rounded = less_product(z, s, s) * rough_inverse(s) * real<T>(0.5);
  return {upper, {s, muladd(s * z, asin_tail<E>::of(z), choose(upper, rounded, T(0)))}};
}
template <class T> inline T arcsine(T x, AngleUnit unit) {
  const Arc<T> a = arc(x, unit);
  const T factor = choose(a.upper, T(-2), T(1));
  return signed_like(
      in_unit(Angle<T>{choose(a.upper, T(2), T(0)), {a.angle.hi * factor, a.angle.lo * factor}},
              unit),
      x);
}
template <class T> inline T arccosine(T x, AngleUnit unit) {
  const Arc<T> a = arc(x, unit);
  // Around 0: pi/2 less the arcsine. Near 1: twice the angle, near -1: pi less that.
  const T factor = odd_function(x, choose(a.upper, T(2), T(-1)));
  const T eighths = choose(a.upper, choose(x < T(0), T(4), T(0)), T(2));
  return in_unit(Angle<T>{eighths, {a.angle.hi * factor, a.angle.lo * factor}}, unit);
}
/// atan x for x >= 0, infinity included.
template <class T> inline T arctangent_of_size(T x, AngleUnit unit) {
  using E = element_of<T>;
  // Beyond, it is pi/2, and powers of its reciprocal would be denormal, which is slow.
  constexpr double most = is_same<E, float> ? 0x1p40 : 0x1p300;
  x = choose(x > real<T>(most), real<T>(most), x);
  const auto steep = x > T(1);
  Angle<T> a = arctangent_of_ratio(choose(steep, T(1), x), choose(steep, x, T(1)), unit);
  a = {choose(steep, T(2) - a.eighths, a.eighths), negated_where(steep, a.rest)};
  return in_unit(a, unit);
}

/// The angle of the point (x, y), with every special case of atan2.
template <class T> inline T angle_of_point(T y, T x, AngleUnit unit) {
  const T across = magnitude(x), up = magnitude(y);
  const auto steep = up > across;
  T small = choose(steep, across, up), large = choose(steep, up, across);
  // Where a reciprocal or the rest of a division could underflow; infinity has the angle 0.
  constexpr bool single = is_same<element_of<T>, float>;
  const auto huge = large > real<T>(single ? 0x1p120 : 0x1p1016);
  const auto tiny = small < real<T>(single ? 0x1p-96 : 0x1p-960);
  if (any(huge | tiny)) {
    const auto infinite = large == lane_infinity<T>();
    const auto both = tiny & (large < T(1));
    const T scale = choose(huge, real<T>(0x1p-8), choose(both, real<T>(0x1p64), T(1)));
    small = choose(infinite, small - small, small * scale); // 0 or NaN
    large = choose(infinite, T(1), large * scale);
  }
  Angle<T> a = arctangent_of_ratio(small, large, unit); // NaN goes through
  // Equal lengths have the same angle whatever they are: infinities, zeros.
  const auto equal = across == up;
  a.rest = {choose(equal, T(0), a.rest.hi), choose(equal, T(0), a.rest.lo)};
  a.eighths = choose(equal, choose(up == T(0), T(0), T(1)), a.eighths);
  // The axis that the angle is counted from, and to which side.
  const auto left = as<signed_of<T>>(x) < signed_of<T>(0);
  const T axis = choose(steep, T(2), choose(left, T(4), T(0)));
  const auto back = steep != left;
  a.rest = negated_where(back, a.rest);
  a.eighths = choose(back, axis - a.eighths, axis + a.eighths);
  return signed_like(in_unit(a, unit), y);
}

} // namespace abacus

#endif
