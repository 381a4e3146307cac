// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Arctangents, arcsines and arccosines.
#ifndef ABACUS_ARCS_H
#define ABACUS_ARCS_H

#include "lanes.h"
#include "polynomials/arcs.h"

namespace abacus {

template <class E>
inline constexpr double pi_high = is_same<E, float> ? 0x1.921fb6p+1 : 0x1.921fb54442d18p+1;
template <class E>
inline constexpr double pi_low = is_same<E, float> ? -0x1.777a5cp-24 : 0x1.1a62633145c07p-53;

/// What an angle is measured in: half a turn in two parts, and the factor from radians.
struct AngleUnit {
  double half_turn, half_turn_rest, factor;
};
template <class E> inline constexpr AngleUnit radians = {pi_high<E>, pi_low<E>, 1};
inline constexpr AngleUnit half_turns = {1, 0, inverse_pi_value};

/// An angle of `eighths` of a turn, a whole number, and `rest` in radians.
template <class T> struct Angle { T eighths, rest; };
template <class T> inline T in_unit(Angle<T> a, AngleUnit unit) {
  const T rest = unit.factor == 1 ? a.rest : a.rest * real<T>(unit.factor);
  const T low =
      unit.half_turn_rest == 0 ? rest : muladd(a.eighths, real<T>(unit.half_turn_rest / 4), rest);
  return muladd(a.eighths, real<T>(unit.half_turn / 4), low);
}

/// atan(small / large) for 0 <= small <= large, neither both 0 nor both infinite; sums of doubles
/// are finite.
template <class T> inline Angle<T> arctangent_of_ratio(T small, T large) {
  using E = element_of<T>;
  if constexpr (is_same<E, float>) {
    const T t = small / large;
    const T z = t * t;
    return {T(0), muladd(t * z, atan_tail<E>::of(z), t)};
  } else {
    // Above 1/2 as pi/4 less the arctangent of (large - small) / (large + small).
    const auto upper = small + small > large;
    const T t = choose(upper, small - large, small) / choose(upper, small + large, large);
    const T z = t * t;
    return {choose(upper, T(1), T(0)), muladd(t * z, atan_tail<E>::of(z), t)};
  }
}

/// asin x for |x| up to 1/2, or, for the root s of (1 - |x|) / 2 up to there, half of acos |x|; z
/// is the square of the argument.
template <class T> inline T arcsine_near_zero(T s, T z) {
  return muladd(s * z, asin_tail<element_of<T>>::of(z), s);
}
template <class T> struct ArcArgument {
  mask_of<T> upper; ///< |x| above 1/2
  T s, z;
};
template <class T> inline ArcArgument<T> arc_argument(T size) {
  const auto upper = size > real<T>(0.5);
  const T z = choose(upper, muladd(size, real<T>(-0.5), real<T>(0.5)), size * size);
  return {upper, choose(upper, __builtin_elementwise_sqrt(z), size), z};
}
template <class T> inline T arcsine(T x) {
  using E = element_of<T>;
  const ArcArgument<T> a = arc_argument(magnitude(x));
  const T p = arcsine_near_zero(a.s, a.z);
  const T other = real<T>(pi_high<E> / 2) - (p + p - real<T>(pi_low<E> / 2));
  return signed_like(choose(a.upper, other, p), x);
}
template <class T> inline T arccosine(T x) {
  const ArcArgument<T> a = arc_argument(magnitude(x));
  const T p = arcsine_near_zero(a.s, a.z);
  const auto minus = x < T(0);
  // Around 0: pi/2 less the arcsine. Near 1: 2 p, near -1: pi - 2 p.
  const T rest = odd_function(x, p * choose(a.upper, T(2), T(-1)));
  const T eighths = choose(a.upper, choose(minus, T(4), T(0)), T(2));
  return in_unit(Angle<T>{eighths, rest}, radians<element_of<T>>);
}
/// atan x for x >= 0, infinity included.
template <class T> inline T arctangent_of_size(T x) {
  using E = element_of<T>;
  // Beyond, it is pi/2, and powers of its reciprocal would be denormal, which is slow.
  constexpr double most = is_same<E, float> ? 0x1p40 : 0x1p300;
  x = choose(x > real<T>(most), real<T>(most), x);
  const auto steep = x > T(1);
  Angle<T> a = arctangent_of_ratio(choose(steep, T(1), x), choose(steep, x, T(1)));
  if constexpr (is_same<E, float>) { // whose angle has no eighths
    return choose(steep, real<T>(pi_high<E> / 2) - (a.rest - real<T>(pi_low<E> / 2)), a.rest);
  } else {
    a = {choose(steep, T(2) - a.eighths, a.eighths), choose(steep, -a.rest, a.rest)};
    return in_unit(a, radians<E>);
  }
}

/// The angle of the point (x, y), with every special case of atan2.
template <class T> inline T angle_of_point(T y, T x, AngleUnit unit) {
  const T across = magnitude(x), up = magnitude(y);
  const auto steep = up > across;
  T small = choose(steep, across, up), large = choose(steep, up, across);
  if constexpr (is_same<element_of<T>, double>) {
    const auto huge = large > real<T>(0x1p1021);
    if (any(huge)) {
      small = choose(huge, small * real<T>(0.25), small);
      large = choose(huge, large * real<T>(0.25), large);
    }
  }
  Angle<T> a = arctangent_of_ratio(small, large); // NaN goes through
  // Equal lengths have the same angle whatever they are: infinities, zeros.
  const auto equal = across == up;
  a.rest = choose(equal, T(0), a.rest);
  a.eighths = choose(equal, choose(up == T(0), T(0), T(1)), a.eighths);
  // The axis that the angle is counted from, and to which side.
  const auto left = as<signed_of<T>>(x) < signed_of<T>(0);
  const T axis = choose(steep, T(2), choose(left, T(4), T(0)));
  const auto back = steep != left;
  a.rest = choose(back, -a.rest, a.rest);
  a.eighths = choose(back, axis - a.eighths, axis + a.eighths);
  return signed_like(in_unit(a, unit), y);
}

} // namespace abacus

#endif
