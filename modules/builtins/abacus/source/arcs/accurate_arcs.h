// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Arctangents, arcsines and arccosines within one unit in the last place, for
// -lanewise-math=accurate.
#ifndef ABACUS_ARCS_ACCURATE_ARCS_H
#define ABACUS_ARCS_ACCURATE_ARCS_H

#include "arcs/angles.h"
#include "arithmetic/exact.h"
#include "polynomials/arcs.h"

namespace abacus::accurate {

/// An angle of `eighths` of a turn, a whole number, and a rest in radians; the former is 0 or more
/// than the latter.
template <class T> struct Angle {
  T eighths;
  Twofold<T> rest;
};
template <class T> inline T in_unit(Angle<T> a, AngleUnit unit) {
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

/// atan(small / large) for 0 <= small <= large, of which the latter and its reciprocal are normal
/// numbers.
template <class T> inline Angle<T> arctangent_of_ratio(T small, T large) {
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
  return {choose(upper, T(1), T(0)), {t, muladd(t * z, atan_tail<element_of<T>>::of(z), rounded)}};
}

/// asin |x| up to 1/2, for larger |x| half of acos |x|.
template <class T> struct Arc {
  mask_of<T> upper; ///< |x| above 1/2
  Twofold<T> angle;
};
template <class T> inline Arc<T> arc(T x) {
  const T size = magnitude(x);
  const auto upper = size > real<T>(0.5);
  // The arcsine of the root of (1 - |x|) / 2, and of what rounding took from that.
  const T z = choose(upper, muladd(size, real<T>(-0.5), real<T>(0.5)), size * size);
  const T s = choose(upper, __builtin_elementwise_sqrt(z), size);
  const T rounded = less_product(z, s, s) * rough_inverse(s) * real<T>(0.5);
  return {upper, {s, muladd(s * z, asin_tail<element_of<T>>::of(z), choose(upper, rounded, T(0)))}};
}
template <class T> inline T arcsine(T x, AngleUnit unit) {
  const Arc<T> a = arc(x);
  const T factor = choose(a.upper, T(-2), T(1));
  return signed_like(
      in_unit(Angle<T>{choose(a.upper, T(2), T(0)), {a.angle.hi * factor, a.angle.lo * factor}},
              unit),
      x);
}
template <class T> inline T arccosine(T x, AngleUnit unit) {
  const Arc<T> a = arc(x);
  // Around 0: pi/2 less the arcsine. Near 1: twice the angle, near -1: pi less that.
  const T factor = odd_function(x, choose(a.upper, T(2), T(-1)));
  const T eighths = choose(a.upper, choose(x < T(0), T(4), T(0)), T(2));
  return in_unit(Angle<T>{eighths, {a.angle.hi * factor, a.angle.lo * factor}}, unit);
}
/// atan x for x >= 0, infinity included.
template <class T> inline T arctangent_of_size(T x, AngleUnit unit) {
  // Beyond, it is pi/2, and powers of its reciprocal would be denormal, which is slow.
  constexpr double most = is_same<element_of<T>, float> ? 0x1p40 : 0x1p300;
  x = choose(x > real<T>(most), real<T>(most), x);
  const auto steep = x > T(1);
  Angle<T> a = arctangent_of_ratio(choose(steep, T(1), x), choose(steep, x, T(1)));
  a = {choose(steep, T(2) - a.eighths, a.eighths), negated_where(steep, a.rest)};
  return in_unit(a, unit);
}

/// The angle of the point (x, y), of which `a` is that from the nearest axis.
template <class T> inline T angle_of_point(T y, T x, Angle<T> a, AngleUnit unit) {
  const auto steep = magnitude(y) > magnitude(x);
  // The axis that the angle is counted from, and to which side.
  const auto left = as<signed_of<T>>(x) < signed_of<T>(0);
  const T axis = choose(steep, T(2), choose(left, T(4), T(0)));
  const auto back = steep != left;
  a.rest = negated_where(back, a.rest);
  a.eighths = choose(back, axis - a.eighths, axis + a.eighths);
  return signed_like(in_unit(a, unit), y);
}

} // namespace abacus::accurate

#endif
