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

/// atan(small / large) for 0 <= small <= large; large is neither 0 nor infinite.
template <class T> inline T arctangent_of_ratio(T small, T large) {
  using E = element_of<T>;
  if constexpr (is_same<E, float>) {
    const T t = small / large;
    const T z = t * t;
    return muladd(t * z, atan_tail<E>::of(z), t);
  } else {
    // Above tan(pi/8) as pi/4 less the arctangent of (large - small) / (large + small).
    const auto upper = small > large * real<T>(0x1.a827999fcef32p-2);
    const T t = choose(upper, small - large, small) / choose(upper, small + large, large);
    const T z = t * t;
    const T near = muladd(t * z, atan_tail<E>::of(z), choose(upper, real<T>(pi_low<E> / 4), T(0)));
    return choose(upper, real<T>(pi_high<E> / 4), T(0)) + (t + near);
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
  using E = element_of<T>;
  const ArcArgument<T> a = arc_argument(magnitude(x));
  const T p = arcsine_near_zero(a.s, a.z);
  const auto minus = x < T(0);
  // Around 0: pi/2 less the arcsine. Near 1: 2 p, near -1: pi - 2 p.
  const T twice = p + p;
  const T near_one = choose(minus, real<T>(pi_high<E>) - (twice - real<T>(pi_low<E>)), twice);
  const T around = real<T>(pi_high<E> / 2) - (choose(minus, -p, p) - real<T>(pi_low<E> / 2));
  return choose(a.upper, near_one, around);
}
/// atan x for x >= 0, infinity included.
template <class T> inline T arctangent_of_size(T x) {
  using E = element_of<T>;
  const auto steep = x > T(1);
  const T a = arctangent_of_ratio(choose(steep, T(1), x), choose(steep, x, T(1)));
  return choose(steep, real<T>(pi_high<E> / 2) - (a - real<T>(pi_low<E> / 2)), a);
}
/// What an angle is measured in: half a turn in two parts, and the factor from radians.
struct AngleUnit {
  double half_turn, half_turn_rest, factor;
};
template <class E> inline constexpr AngleUnit radians = {pi_high<E>, pi_low<E>, 1};
inline constexpr AngleUnit half_turns = {1, 0, inverse_pi_value};

/// The angle of the point (x, y), with every special case of atan2.
template <class T> inline T angle_of_point(T y, T x, AngleUnit unit) {
  T across = magnitude(x), up = magnitude(y);
  // Equal lengths have the same angle whatever they are: infinities, zeros.
  const auto equal = across == up;
  const T one = T(1);
  // So far from both ends of the range that sums are finite and thresholds have all their bits.
  const T longer = choose(across > up, across, up);
  const T scale = choose(longer > real<T>(0x1p100), real<T>(0x1p-30),
                         choose(longer < real<T>(0x1p-100), real<T>(0x1p60), one));
  const auto zero = up == T(0);
  across = choose(equal, one, across * scale);
  up = choose(equal, one, up * scale);
  const auto steep = up > across;
  T a = arctangent_of_ratio(choose(steep, across, up), choose(steep, up, across));
  a = unit.factor == 1 ? a : a * real<T>(unit.factor);
  a = choose(steep, real<T>(unit.half_turn / 2) - (a - real<T>(unit.half_turn_rest / 2)), a);
  a = choose(zero, T(0), a);
  const auto left = as<signed_of<T>>(x) < signed_of<T>(0);
  a = choose(left, real<T>(unit.half_turn) - (a - real<T>(unit.half_turn_rest)), a);
  return choose((x != x) | (y != y), lane_nan<T>(), signed_like(a, y));
}

} // namespace abacus

#endif
