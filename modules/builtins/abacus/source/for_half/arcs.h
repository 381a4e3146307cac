// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Arcsines, arccosines and arctangents of halves.
#ifndef ABACUS_FOR_HALF_ARCS_H
#define ABACUS_FOR_HALF_ARCS_H

#include "arithmetic/lanes.h"
#include "for_half/quotient.h"
#include "polynomials/arcs.h"

namespace abacus::for_half {

inline constexpr double pi = 0x1.921fb54442d18p+1;

/// asin |x| up to 1/2, above that half of acos |x|.
template <class T> struct Arc {
  mask_of<T> upper; ///< |x| above 1/2
  T angle;
};
template <class T> inline Arc<T> arc(T x) {
  const T size = magnitude(x);
  const auto upper = size > real<T>(0.5);
  const T z = choose(upper, muladd(size, real<T>(-0.5), real<T>(0.5)), size * size);
  const T s = choose(upper, __builtin_elementwise_sqrt(z), size);
  return {upper, s * muladd(z, asin_for_half<float>::of(z), T(1))};
}
template <class T> T asin(T x) {
  const Arc<T> a = arc(x);
  return signed_like(choose(a.upper, muladd(a.angle, T(-2), real<T>(pi / 2)), a.angle), x);
}
template <class T> T acos(T x) {
  const Arc<T> a = arc(x);
  // Above 1/2 twice the angle, or pi less that; below that pi/2 less the arcsine.
  const T start = choose(a.upper, choose(x < T(0), real<T>(pi), T(0)), real<T>(pi / 2));
  return muladd(odd_function(x, a.angle), choose(a.upper, T(2), T(-1)), start);
}
template <class T> T asinpi(T x) { return asin(x) * real<T>(inverse_pi_value); }
template <class T> T acospi(T x) { return acos(x) * real<T>(inverse_pi_value); }

/// atan t for |t| up to 1; z is its square.
template <class T> inline T arctangent(T t, T z) {
  return t * muladd(z, atan_for_half<float>::of(z), T(1));
}
template <class T> inline T arctangent(T t) { return arctangent(t, t * t); }
template <class T> T atan(T x) {
  const T size = magnitude(x);
  const auto steep = size > T(1);
  const T t = choose(steep, quotient(T(-1), size), size);
  return signed_like(arctangent(t) + choose(steep, real<T>(pi / 2), T(0)), x);
}
template <class T> T atanpi(T x) { return atan(x) * real<T>(inverse_pi_value); }

/// The angle of a point with these coordinates; `angle` is the arctangent of the smaller size
/// divided by the larger one, `steep` where y is the larger one.
template <class T> inline T angle_of_point(T y, T x, mask_of<T> steep, T angle) {
  angle = choose(steep, real<T>(pi / 2) - angle, angle);
  const auto left = as<signed_of<T>>(x) < signed_of<T>(0);
  return signed_like(choose(left, real<T>(pi) - angle, angle), y);
}
template <class T> T atan2(T y, T x) {
  const T across = magnitude(x), up = magnitude(y);
  const auto steep = up > across;
  // Within these bounds, two zeros have the quotient 0, two infinities 1, and all others their own.
  const T small = within(choose(steep, across, up), 0, 0x1p100);
  const T large = within(choose(steep, up, across), 0x1p-100, 0x1p100);
  return angle_of_point<T>(y, x, steep, arctangent(quotient(small, large)));
}
template <class T> T atan2pi(T y, T x) { return atan2(y, x) * real<T>(inverse_pi_value); }

} // namespace abacus::for_half

#endif
