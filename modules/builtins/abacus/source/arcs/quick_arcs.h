// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Arctangents, arcsines and arccosines within 1.9 units in the last place. Numbers get signs, and
// become 0 in some lanes, by operations on bits: a choice between two numbers takes three
// operations on CPUs without masks.
#ifndef ABACUS_ARCS_QUICK_ARCS_H
#define ABACUS_ARCS_QUICK_ARCS_H

#include "arcs/angles.h"
#include "arithmetic/estimates.h"
#include "arithmetic/tables.h"
#include "polynomials/arcs.h"
#include "polynomials/atan_table.h"

namespace abacus::quick {

/// An angle of `eighths` of a turn, a whole number that is 0 or more than the rest, which is in the
/// angle's unit.
template <class T> struct Angle {
  T eighths, rest;
};
template <class T> inline T sum_of(Angle<T> a, AngleUnit unit) {
  T rest = a.rest;
  if (unit.factor == 1) {
    rest = muladd(a.eighths, real<T>(pi_below<element_of<T>> / 4), rest);
  }
  return muladd(a.eighths, real<T>((unit.half_turn + unit.half_turn_rest) / 4), rest);
}
/// An odd function of x in the unit by the tails of its series in both.
template <class Tail, class TailInHalfTurns, class T>
inline T odd_series(T x, T z, AngleUnit unit) {
  return unit.factor == 1 ? muladd(x, z * Tail::of(z), x)
                          : muladd(x, real<T>(inverse_pi_value), x * TailInHalfTurns::of(z));
}

/// Whether arctangents go by a table, for which large / small must be a normal number's reciprocal.
template <class E> inline bool has_table_arctangents() {
  return !is_same<E, float> && uses_estimates() && __mux_has_table_permutes();
}
/// Whether arctangents of more than 1/2, which have fewer digits behind the point, are pi/4 less
/// the arctangent of (large - small) / (large + small).
template <class E> inline bool has_reduced_arctangents() {
  return !is_same<E, float> && !has_table_arctangents<E>();
}
/// atan(small / large) by a table: the arctangent of c, a multiple of 1/16 near the ratio q and
/// mostly below it, and that of (q - c) / (1 + c q), so that the latter is no more than a third of
/// the sum where it is negative.
template <class T> inline T arctangent_by_table(T small, T large, AngleUnit unit) {
  using I = signed_of<T>;
  const T inverse = reciprocal_estimate_by_instruction(large), shift = real<T>(0x1.8p48);
  T moved = muladd(small, inverse, real<T>(-1.0 / 64)) + shift;
  const T last = shift + real<T>(15.0 / 16);
  moved = choose(moved > last, last, moved);
  const T c = moved - shift;
  const T t = near_quotient(muladd(-c, large, small), muladd(c, small, large));
  const I i = as<I>(moved) & I(15);
  const T factor = real<T>(unit.factor);
  const T near = odd_series<near_atan_tail<double>, near_atanpi_tail<double>>(t, t * t, unit);
  const T low = muladd(looked_up<T>(atan_lower, i), factor, near);
  return muladd(looked_up<T>(atan_upper, i), factor, low);
}
/// atan(small / large) for 0 <= small <= large, of which the latter is finite; NaN of two zeros.
template <class T> inline Angle<T> arctangent_of_ratio(T small, T large, AngleUnit unit) {
  using E = element_of<T>;
  if constexpr (!is_same<E, float>) {
    if (has_table_arctangents<E>()) {
      return {T(0), arctangent_by_table(small, large, unit)};
    }
  }
  T eighths = T(0);
  if (has_reduced_arctangents<E>()) {
    const auto upper = small * real<T>(0x1.d4p+0) > large; // above 0.547
    const T added = choose(upper, small, T(0));
    small = small - choose(upper, large, T(0));
    large = large + added;
    eighths = choose(upper, T(1), T(0));
  }
  const T t = small / large, z = square_of_ratio(t);
  return {eighths, odd_series<long_atan_tail<E>, long_atanpi_tail<E>>(t, z, unit)};
}

/// asin |x| up to 5/8, so that the arcsine is no less than twice what is taken from pi/2 for larger
/// |x|: half of acos |x|.
template <class T> struct Arc {
  mask_of<T> upper; ///< |x| above 5/8
  T angle;
};
template <class T> inline Arc<T> arc(T x, AngleUnit unit) {
  using E = element_of<T>;
  const T size = magnitude(x);
  const auto upper = size > real<T>(0.625);
  // The arcsine of the root of (1 - |x|) / 2.
  const T z = choose(upper, muladd(size, real<T>(-0.5), real<T>(0.5)), size * size);
  const T s = choose(upper, __builtin_elementwise_sqrt(z), size);
  return {upper, odd_series<long_asin_tail<E>, long_asinpi_tail<E>>(s, z, unit)};
}
/// x - 3 x where the mask holds, otherwise x.
template <class T> inline T less_threefold_where(mask_of<T> mask, T x) {
  return __mux_has_fma() ? muladd(-choose(mask, T(3), T(0)), x, x) : x * choose(mask, T(-2), T(1));
}
template <class T> inline T arcsine(T x, AngleUnit unit) {
  const Arc<T> a = arc(x, unit);
  const T rest = less_threefold_where(a.upper, a.angle);
  return odd_function(x, sum_of(Angle<T>{choose(a.upper, T(2), T(0)), rest}, unit));
}
/// Around 0: pi/2 less the arcsine. From 1/2 on: twice the arcsine of the root of (1 - |x|) / 2, or
/// pi less that. The lesser square is that of the number whose arcsine is meant, and its root is
/// that number, but for such small ones that do not matter beside pi/2.
template <class T> inline T arccosine(T x, AngleUnit unit) {
  using E = element_of<T>;
  const T size = magnitude(x), square = size * size;
  const T halved = muladd(size, real<T>(-0.5), real<T>(0.5));
  const T z = choose(halved < square, halved, square);
  const auto upper = size > real<T>(0.5);
  T s = __builtin_elementwise_sqrt(z);
  if (__mux_has_exponent_operations()) {
    s = choose(upper, s, size);
  }
  const T angle = odd_series<asin_tail<E>, asinpi_tail<E>>(s, z, unit);
  const T rest = less_threefold_where(upper, odd_function(x, -angle));
  return sum_of(Angle<T>{T(2) - odd_function(x, choose(upper, T(2), T(0))), rest}, unit);
}
/// The angle from an axis, with the sign of `direction`, which is 0.
template <class T> inline Angle<T> turned(T axis, T direction, Angle<T> a) {
  const T rest = odd_function(direction, a.rest);
  return {has_reduced_arctangents<element_of<T>>() ? axis + odd_function(direction, a.eighths)
                                                   : axis,
          rest};
}
/// atan x for x >= 0, infinity included.
template <class T> inline T arctangent_of_size(T x, AngleUnit unit) {
  if constexpr (!is_same<element_of<T>, float>) {
    // Beyond, it is pi/2, and powers of its reciprocal would be denormal, which is slow.
    x = choose(x > real<T>(0x1p300), real<T>(0x1p300), x);
  }
  const auto steep = x > T(1);
  const Angle<T> a = arctangent_of_ratio(choose(steep, T(1), x), choose(steep, x, T(1)), unit);
  return sum_of(turned(choose(steep, T(2), T(0)), choose(steep, T(-0.0), T(0)), a), unit);
}

/// Whether this is the arctangent of a ratio with such a larger side: no NaN, and without infinite
/// sums.
template <class T> inline mask_of<T> is_usual_ratio(Angle<T> a, T large) {
  const auto number = a.rest == a.rest;
  if constexpr (is_same<element_of<T>, float>) {
    return number;
  } else {
    return mask_of<T>(number & (large < real<T>(0x1p1023)));
  }
}
/// The angle of the point (x, y), of which `a` is that from the nearest axis.
template <class T> inline T angle_of_point(T y, T x, Angle<T> a, AngleUnit unit) {
  const auto steep = magnitude(y) > magnitude(x);
  // From the vertical axis, or from one side of the horizontal one, in either direction.
  const T side = choose(steep, T(0), signed_like(T(2), x));
  const T back = odd_function(x, choose(steep, T(-0.0), T(0)));
  return odd_function(y, sum_of(turned(T(2) - side, back, a), unit));
}

} // namespace abacus::quick

#endif
