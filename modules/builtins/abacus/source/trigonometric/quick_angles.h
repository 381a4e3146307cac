// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Sines, cosines and tangents of doubles in few operations, of angles with any sign: reduced angles
// are rounded, and there is one polynomial for all quadrants. Sines and cosines are within 2.2
// units in the last place, tangents within 2.6.
#ifndef ABACUS_TRIGONOMETRIC_QUICK_ANGLES_H
#define ABACUS_TRIGONOMETRIC_QUICK_ANGLES_H

#include "trigonometric/trigonometric.h"

namespace abacus {

/// Whether functions of doubles are those below.
inline bool has_quick_angles() { return __mux_has_fma() && !__mux_wants_accurate_math(); }

/// x - k unit pi/2 for an angle that is not far, within half a unit in the last place but for
/// angles near 0; `unit` 1 or 2.
template <class T> inline T rounded_rest(T x, T k, double unit) {
  x = muladd(-k, real<T>(quarter_turn_high * unit), x);
  x = muladd(-k, real<T>(quarter_turn_middle * unit), x);
  return muladd(-k, real<T>(quarter_turn_low * unit), x);
}

/// sin(x + turn pi/2), for `turn` 0 or 1. What is left of a whole number of half turns is an angle
/// whose sine has the sign of x, for zeros, too.
template <class T> inline T quick_sine(T x, int turn) {
  using I = signed_of<T>;
  const T before = real<T>(turn == 0 ? 0 : -0.5); // half turns of the cosine begin at -pi/2
  const T factor = real<T>(inverse_pi_value);
  const Whole<T> k = turn == 0 ? nearest(x, factor) : nearest(muladd(x, factor, before));
  T r = rounded_rest(x, k.value - before, 2);
  I turns = k.number + I(turn);
  const auto far = is_far(magnitude(x));
  if (any(far)) {
    const T odd = T(turn);
    const auto whole_half_turns = [odd](T quarters) {
      const T halves = __builtin_elementwise_roundeven((quarters - odd) * real<T>(0.5));
      return muladd(halves, T(2), odd);
    };
    const QuarterAngle<T> exact = far_angle(magnitude(x), whole_half_turns);
    const T sign = turn == 0 ? x : T(0);
    r = choose(far, odd_function(sign, exact.r.hi), r);
    turns = choose(far, (exact.quadrant + I(turn)) >> I(1), turns);
  }
  // The product of zeros below is one of the sign of r if this is no zero.
  const T z = turn == 0 ? muladd(r, r, real<T>(-0x1p-1000)) : r * r;
  const T value = muladd(r * z, half_turn_sin_tail<double>::of(z), r);
  return as<T>(as<I>(value) ^ (turns << I(bits_of<T> - 1)));
}

/// tan x as r / C for C = r cot r or, for odd numbers of quarter turns, as minus its reciprocal.
template <class T> inline T quick_tangent(T x) {
  using I = signed_of<T>;
  const Whole<T> k = nearest(x, real<T>(2 * inverse_pi_value));
  T r = rounded_rest(x, k.value, 1);
  I turns = k.number;
  const auto far = is_far(magnitude(x));
  if (any(far)) {
    const QuarterAngle<T> exact = far_angle(magnitude(x));
    r = choose(far, odd_function(x, exact.r.hi), r);
    turns = choose(far, exact.quadrant, turns);
  }
  const T z = r * r, c = muladd(z, cotangent_tail<double>::of(z), T(1));
  const I sign = turns << I(bits_of<T> - 1);
  const auto odd = sign < I(0);
  const T value = choose(odd, c, r) / choose(odd, r, c);
  return as<T>(as<I>(value) ^ sign);
}

} // namespace abacus

#endif
