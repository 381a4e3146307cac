// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Angles so large that it takes hundreds of bits of 2/pi to know them (Payne and Hanek).
#ifndef ABACUS_FAR_ANGLE_H
#define ABACUS_FAR_ANGLE_H

#include "lanes.h"
#include "trigonometric.h"

namespace abacus {

/// x = (4 n + quadrant) pi/2 + r, |r| at most pi/4 and a little; NaN for infinite x.
template <class T> struct QuarterAngle {
  T r;
  signed_of<T> quadrant;
};

/// 2/pi after the point, in words of 32 bits, from the 32nd bit before the point on.
inline constexpr __constant uint two_over_pi_words[10] = {
    0,          0xa2f9836e, 0x4e441529, 0xfc2757d1, 0xf534ddc0,
    0xdb629599, 0x3c439041, 0xfe5163ab, 0xdebbc561, 0xb7246e3a};

/// For x of 1 and more.
inline QuarterAngle<float> far_quarter(float x) {
  const uint bits = as<uint>(x);
  const ulong m = (bits & 0x7FFFFF) | 0x800000;
  // x = m 2^e. The window of 2/pi begins at the bit whose product with m 2^e weighs 2: those before
  // it only add whole turns.
  const int e = int(bits >> 23) - 150;
  const int first = e + 30;
  const int word = first >> 5, shift = first & 31;
  const ulong high = (ulong(two_over_pi_words[word]) << 32 | two_over_pi_words[word + 1]) << shift;
  const ulong low = (ulong(two_over_pi_words[word + 1]) << 32 | two_over_pi_words[word + 2])
                    << shift;
  const ulong lowest = (ulong(two_over_pi_words[word + 2]) << 32 | two_over_pi_words[word + 3])
                       << shift;
  // Of m times the three words only what is below a turn: quarters on top, then the fraction.
  const ulong turns = ((m * (high >> 32)) << 32) + m * (low >> 32) + ((m * (lowest >> 32)) >> 32);
  const ulong rounded = turns + (1ul << 61);
  const long fraction = long(turns << 2) >> 2; // signed, in units of 2^-62 quarters
  return {float(fraction) * 0x1.921fb54442d18p-62f, int(rounded >> 62)};
}
inline QuarterAngle<double> far_quarter(double x) {
  const Angle a = reduce_large(x);
  return {a.r.hi, a.quadrant};
}

template <class T> inline QuarterAngle<T> far_angle(T x) {
  using E = element_of<T>;
  QuarterAngle<T> result = {x, signed_of<T>(0)};
  for (int i = 0; i < width_of<T>; ++i) {
    const E each = get(x, i);
    const QuarterAngle<E> angle = far_quarter(is_finite(each) && each > 1 ? each : E(1));
    result.r = put(result.r, i, angle.r);
    result.quadrant = put(result.quadrant, i, angle.quadrant);
  }
  result.r = choose(x < lane_infinity<T>(), result.r, lane_nan<T>());
  return result;
}

} // namespace abacus

#endif
