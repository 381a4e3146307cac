// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Argument reduction, shared by the trigonometric functions: the angle near 0 that is equivalent to
// x, and its rounding error, so that they stay within one unit in the last place. All take angles
// that are not negative.
#ifndef ABACUS_TRIGONOMETRIC_TRIGONOMETRIC_H
#define ABACUS_TRIGONOMETRIC_TRIGONOMETRIC_H

#include "arithmetic/lanes.h"
#include "polynomials/trigonometric.h"
#include "trigonometric/far_angle.h"

namespace abacus {

/// x - k pi/2 for the nearest whole k, |k| below 2^13 and float, 2^28 and double, or, with a fused
/// multiply-add, 2^17 and 2^31.
template <class T> inline Twofold<T> less_quarter_turns(T x, T k) {
  constexpr bool single = is_same<element_of<T>, float>;
  // pi/2 in parts. The remainder after the first step is exact; then the next, exactly, and the
  // rest.
  Twofold<T> next;
  T rest;
  if (__mux_has_fma()) {
    x = muladd(-k, real<T>(single ? 0x1.921fb6p+0 : 0x1.921fb54442d18p+0), x);
    next = exact_product(k, real<T>(single ? -0x1.777a5cp-25 : 0x1.1a62633145c07p-54));
    rest = muladd(k, real<T>(single ? -0x1.ee59dap-50 : -0x1.f1976b7ed8fbcp-110), next.lo);
  } else {
    x = x - k * real<T>(single ? 0x1.92p+0 : 0x1.921fb4p+0);
    x = x - k * real<T>(single ? 0x1.fb4p-12 : 0x1.4442dp-24);
    next = {k * real<T>(single ? 0x1.444p-24 : 0x1.846988p-48), T(0)};
    rest = k * real<T>(single ? 0x1.68c234c4c6629p-39 : 0x1.8cc51701b839ap-72);
  }
  // x is a multiple of next's last digit, so that this is exact even where x is the smaller one.
  const T hi = x - next.hi;
  const T lo = ((x - hi) - next.hi) - rest;
  if (__mux_has_fma()) {
    return {hi, lo};
  }
  return exact_sum(hi, lo); // short parts leave more than a last digit's half
}
/// Larger angles are far.
template <class T> inline mask_of<T> is_far(T x) {
  constexpr bool single = is_same<element_of<T>, float>;
  return x >
         (__mux_has_fma() ? real<T>(single ? 0x1p17 : 0x1p31) : real<T>(single ? 0x1p13 : 0x1p28));
}
template <class T> inline QuarterAngle<T> quarter_angle(T x) {
  const Whole<T> k = nearest(x, real<T>(2 * inverse_pi_value));
  QuarterAngle<T> angle = {less_quarter_turns(x, k.value), k.number};
  const auto far = is_far(x);
  if (any(far)) {
    const QuarterAngle<T> exact = far_angle(x);
    angle.r.hi = choose(far, exact.r.hi, angle.r.hi);
    angle.r.lo = choose(far, exact.r.lo, angle.r.lo);
    angle.quadrant = choose(far, exact.quadrant, angle.quadrant);
  }
  return angle;
}

/// The sine of `angle` and `turn` quarter turns, with another sign where the sign bit of `sign` is
/// set.
template <class T> inline T sine_of(QuarterAngle<T> angle, int turn, T sign) {
  using E = element_of<T>;
  using I = signed_of<T>;
  const T r = angle.r.hi, z = muladd(r, r, (r + r) * angle.r.lo);
  const T sine = r + muladd(r * z, sin_tail<E>::of(z), angle.r.lo);
  const T cosine = muladd(z, muladd(z, cos_tail<E>::of(z), real<T>(-0.5)), T(1));
  const I quadrant = angle.quadrant + I(turn);
  const T value = choose((quadrant & I(1)) != I(0), cosine, sine);
  return odd_function(sign, as<T>(as<I>(value) ^ (quadrant >> I(1) << I(bits_of<T> - 1))));
}

/// The tangent, or for odd quadrants minus its reciprocal; from t, which is twice the tangent of
/// half the angle, as t / (1 - t^2 / 4).
template <class T> inline T tangent_of(QuarterAngle<T> angle) {
  using I = signed_of<T>;
  const T r = angle.r.hi, z = r * r;
  if (!__mux_wants_accurate_math()) {
    const T t = r + muladd(r * z, half_tan_tail<element_of<T>>::of(z), angle.r.lo);
    const T rest = muladd(t * real<T>(-0.25), t, T(1));
    const auto odd = (angle.quadrant & I(1)) != I(0);
    return choose(odd, -rest, t) / choose(odd, t, rest);
  }
  const Twofold<T> t =
      ordered_sum(r, muladd(r * z, half_tan_tail<element_of<T>>::of(z), angle.r.lo));
  Twofold<T> rest = exact_rest(T(1), t.hi * real<T>(0.25), t.hi);
  rest.lo = rest.lo - t.hi * real<T>(0.5) * t.lo;
  const auto odd = (angle.quadrant & I(1)) != I(0);
  return quotient(Twofold<T>{choose(odd, -rest.hi, t.hi), choose(odd, -rest.lo, t.lo)},
                  Twofold<T>{choose(odd, t.hi, rest.hi), choose(odd, t.lo, rest.lo)});
}

} // namespace abacus

#endif
