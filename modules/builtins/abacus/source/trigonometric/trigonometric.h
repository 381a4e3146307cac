// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Argument reduction, shared by the trigonometric functions: the angle near 0 that is equivalent to
// x, and its rounding error, so that they stay within one unit in the last place. All take angles
// that are not negative.
#ifndef ABACUS_TRIGONOMETRIC_TRIGONOMETRIC_H
#define ABACUS_TRIGONOMETRIC_TRIGONOMETRIC_H

#include "arithmetic/tables.h"
#include "polynomials/trigonometric.h"
#include "trigonometric/far_angle.h"

namespace abacus {

/// The sum is pi/2: of the bits of a double, of half as many so that products with whole numbers
/// are exact, and the rest. None is negative, so that nothing is left of -0 but -0.
inline constexpr double quarter_turn_high = 0x1.921fb54442d18p+0;
inline constexpr double quarter_turn_middle = 0x1.1a62632p-54;
inline constexpr double quarter_turn_low = 0x1.145c06e0e6895p-82;

/// x - k unit pi/2 for the nearest whole k of an angle that is not far; units are powers of two, of
/// 1 and less with a fused multiply-add, otherwise 1.
template <class T> inline Twofold<T> less_quarter_turns(T x, T k, double unit = 1) {
  constexpr bool single = is_same<element_of<T>, float>;
  // pi/2 in parts. The remainder after the first step is exact; then the next, exactly, and the
  // rest.
  if (!single && __mux_has_fma()) {
    // Products with the second part are exact, so that either nothing cancels, and the first
    // difference is exact, or the remainder is, and that difference is the product.
    const T first = muladd(-k, real<T>(quarter_turn_high * unit), x);
    const T second = real<T>(quarter_turn_middle * unit);
    const T third = real<T>(quarter_turn_low * unit);
    const T hi = muladd(-k, second, first), left = muladd(-k, second, first - hi);
    return {hi, muladd(-k, third, left)};
  }
  Twofold<T> next;
  T rest;
  if (__mux_has_fma()) {
    x = muladd(-k, real<T>(0x1.921fb6p+0 * unit), x);
    next = exact_product(k, real<T>(-0x1.777a5cp-25 * unit));
    rest = muladd(k, real<T>(-0x1.ee59dap-50 * unit), next.lo);
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
         (__mux_has_fma() ? real<T>(single ? 0x1p17 : 0x1p25) : real<T>(single ? 0x1p13 : 0x1p28));
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

/// The sine of x of floats and `turn` quarter turns by tables in registers: sixteenths of half a
/// turn leave so little of the angle that two terms do for its sine and its cosine, and only the
/// last addition's rounding matters.
template <class T> inline T sine_by_table(T x, int turn) {
  using I = signed_of<T>;
  constexpr double unit = 0.125;
  const auto steps_of = [](T angle) { return nearest(angle, real<T>(16 * inverse_pi_value)); };
  const Whole<T> k = steps_of(x);
  Twofold<T> r = less_quarter_turns(x, k.value, unit);
  I steps = k.number;
  const auto far = is_far(x);
  if (any(far)) {
    const QuarterAngle<T> exact = far_angle(x);
    const Whole<T> more = steps_of(exact.r.hi);
    const Twofold<T> rest = less_quarter_turns(exact.r.hi, more.value, unit);
    r.hi = choose(far, rest.hi, r.hi);
    r.lo = choose(far, rest.lo + exact.r.lo, r.lo);
    steps = choose(far, (exact.quadrant << I(3)) + more.number, steps);
  }
  const I index = (steps + I(8 * turn)) & I(31);
  const T z = r.hi * r.hi, left = muladd(r.hi * z, step_sin_tail<float>::of(z), r.lo);
  const T sine = looked_up<T>(sine_of_step, index), cosine = looked_up<T>(cosine_of_step, index);
  const T rest =
      muladd(sine, z * step_cos_tail<float>::of(z), looked_up<T>(sine_of_step_rest, index));
  return sine + muladd(cosine, r.hi, muladd(cosine, left, rest));
}

/// The sine of x and `turn` quarter turns, with another sign where the sign bit of `sign` is set.
template <class T> inline T sine(T x, int turn, T sign) {
  if constexpr (is_same<element_of<T>, float>) {
    if (__mux_has_table_permutes()) {
      return odd_function(sign, sine_by_table(x, turn));
    }
  }
  return sine_of(quarter_angle(x), turn, sign);
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
