// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What the trigonometric functions share: the way of an angle to one near 0. All take angles that
// are not negative.
#ifndef ABACUS_TRIGONOMETRIC_H
#define ABACUS_TRIGONOMETRIC_H

#include "far_angle.h"
#include "lanes.h"
#include "polynomials/trigonometric.h"

namespace abacus {

/// x - k pi unit (unit 1 or 1/2), for k below 2^13 and float, 2^28 and double, or, with a fused
/// multiply-add, 2^17 and 2^31. The parts of pi are so long that the products are exact.
template <class T> inline T less_multiple_of_pi(T x, T k, double unit) {
  constexpr bool single = is_same<element_of<T>, float>;
  if (__mux_has_fma()) {
    x = muladd(-k, real<T>((single ? 0x1.921fb6p+1 : 0x1.921fb54442d18p+1) * unit), x);
    x = muladd(-k, real<T>((single ? -0x1.777a5cp-24 : 0x1.1a62633145c07p-53) * unit), x);
    return muladd(-k, real<T>((single ? -0x1.ee59dap-49 : -0x1.f1976b7ed8fbcp-109) * unit), x);
  }
  x = x - k * real<T>((single ? 0x1.92p+1 : 0x1.921fb4p+1) * unit);
  x = x - k * real<T>((single ? 0x1.fb4p-11 : 0x1.4442dp-23) * unit);
  x = x - k * real<T>((single ? 0x1.444p-23 : 0x1.846988p-47) * unit);
  return x - k * real<T>((single ? 0x1.68c234c4c6629p-38 : 0x1.8cc51701b839ap-71) * unit);
}
/// Larger angles are far.
template <class T> inline mask_of<T> is_far(T x) {
  constexpr bool single = is_same<element_of<T>, float>;
  return x >
         (__mux_has_fma() ? real<T>(single ? 0x1p17 : 0x1p31) : real<T>(single ? 0x1p13 : 0x1p28));
}

/// sin x = (-1)^half_turns sin r, |r| at most pi / 2 and a little.
template <class T> struct Slope {
  T r;
  signed_of<T> half_turns;
};
/// The same for r = x - quadrant pi/2.
template <class T> inline Slope<T> slope_of(QuarterAngle<T> a) {
  using I = signed_of<T>;
  const T folded = real<T>(0x1.921fb54442d18p+0) - magnitude(a.r);
  return {choose((a.quadrant & I(1)) != I(0), folded, a.r), a.quadrant >> I(1)};
}

/// `slope`, but where x is far that of x + turn pi/2.
template <class T> inline Slope<T> unless_far(Slope<T> slope, T x, int turn) {
  using I = signed_of<T>;
  const auto far = is_far(x);
  if (any(far)) {
    QuarterAngle<T> angle = far_angle(x);
    angle.quadrant = angle.quadrant + I(turn);
    const Slope<T> exact = slope_of(angle);
    slope.r = choose(far, exact.r, slope.r);
    slope.half_turns = choose(far, exact.half_turns, slope.half_turns);
  }
  return slope;
}

template <class T> inline Slope<T> sine_slope(T x) {
  const Whole<T> k = nearest(x, real<T>(inverse_pi_value));
  return unless_far(Slope<T>{less_multiple_of_pi(x, k.value, 1), k.number}, x, 0);
}
/// - cos x as the sine of x - pi / 2.
template <class T> inline Slope<T> minus_cosine_slope(T x) {
  const Whole<T> k = nearest(muladd(x, real<T>(inverse_pi_value), real<T>(-0.5)));
  const T middle = k.value + real<T>(0.5);
  return unless_far(Slope<T>{less_multiple_of_pi(x, middle, 1), k.number}, x, -1);
}

/// sin r for |r| at most pi / 2 and a little.
template <class T> inline T sine_near_zero(T r) {
  const T z = r * r;
  return muladd(r * z, sin_tail<element_of<T>>::of(z), r);
}
template <class T> inline T sine_of(Slope<T> slope) {
  using I = signed_of<T>;
  const I sign = slope.half_turns << I(sizeof(element_of<T>) * 8 - 1);
  return as<T>(as<I>(sine_near_zero(slope.r)) ^ sign);
}

/// The tangent, or for odd quadrants minus its reciprocal. For double from the tangent t of half
/// the angle, as 2 t / (1 - t^2).
template <class T> inline T tangent_of(QuarterAngle<T> a) {
  using E = element_of<T>;
  using I = signed_of<T>;
  const auto odd = (a.quadrant & I(1)) != I(0);
  if constexpr (is_same<E, float>) {
    const T z = a.r * a.r;
    const T t = muladd(a.r * z, tan_tail<E>::of(z), a.r);
    return choose(odd, T(-1) / t, t);
  } else {
    const T h = a.r * real<T>(0.5), z = h * h;
    const T t = muladd(h * z, tan_tail<E>::of(z), h);
    const T twice = t + t, rest = muladd(-t, t, T(1));
    return choose(odd, -rest, twice) / choose(odd, twice, rest);
  }
}

} // namespace abacus

#endif
