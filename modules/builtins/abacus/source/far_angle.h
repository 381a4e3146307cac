// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Angles so large that it takes hundreds of bits of 2/pi to know them (Payne and Hanek).
#ifndef ABACUS_FAR_ANGLE_H
#define ABACUS_FAR_ANGLE_H

#include "double_double.h"
#include "lanes.h"

namespace abacus {

/// x = (4 n + quadrant) pi/2 + r, |r| at most pi/4 and a little; NaN for infinite x.
template <class T> struct QuarterAngle {
  T r;
  signed_of<T> quadrant;
};

/// x = (4 n + quadrant) pi/2 + r, |r| <= pi/4 and a little.
struct Angle {
  dd r;
  int quadrant;
};

/// Bits of 2/pi after the point.
inline constexpr __constant ulong two_over_pi[20] = {
    0xa2f9836e4e441529, 0xfc2757d1f534ddc0, 0xdb6295993c439041, 0xfe5163abdebbc561,
    0xb7246e3a424dd2e0, 0x06492eea09d1921c, 0xfe1deb1cb129a73e, 0xe88235f52ebb4484,
    0xe99c7026b45f7e41, 0x3991d639835339f4, 0x9c845f8bbdf9283b, 0x1ff897ffde05980f,
    0xef2f118b5a0a6d1f, 0x6d367ecf27cb09b7, 0x4f463f669e5fea2d, 0x7527bac7ebe5f17b,
    0x3d0739f78a5292ea, 0x6bfb5fb11f8d5d08, 0x56033046fc7b6bab, 0xf0cfbc209af4361d};

inline ulong multiply_high(ulong a, ulong b) {
  const ulong mask = 0xFFFFFFFF;
  const ulong low = (a & mask) * (b & mask) >> 32;
  const ulong middle = (a >> 32) * (b & mask) + low;
  const ulong cross = (a & mask) * (b >> 32) + (middle & mask);
  return (a >> 32) * (b >> 32) + (middle >> 32) + (cross >> 32);
}

/// Payne and Hanek: of x 2/pi, which is the 53 bits of x times a window of 192 bits of 2/pi, only
/// what is below a multiple of 4 is formed. For |x| >= 2^10, finite.
inline Angle reduce_large(double x) {
  const ulong m = significand(x);
  const int e = exponent(x) - format<double>::mantissa; // x = m 2^e
  // The window begins at the bit of 2/pi whose product with m 2^e weighs 4 and more: bit e - 2.
  const int first = e - 2;
  ulong window[3];
  for (int i = 0; i < 3; ++i) {
    const int at = first + 64 * i, word = at >> 6, shift = at & 63;
    const ulong high = word < 0 ? 0 : two_over_pi[word];
    const ulong low = word < -1 ? 0 : two_over_pi[word + 1];
    window[i] = shift == 0 ? high : (high << shift) | (low >> (64 - shift));
  }
  const ulong p2 = window[2] * m, p2_high = multiply_high(window[2], m);
  ulong p1 = window[1] * m + p2_high;
  const ulong carry = p1 < p2_high;
  ulong p0 = window[0] * m + multiply_high(window[1], m) + carry;
  // p0:p1:p2 is the fraction of x/(2 pi); quarters are on top. The rest is taken as signed.
  int quadrant = int(p0 >> 62);
  p0 = p0 << 2 | p1 >> 62;
  p1 = p1 << 2 | p2 >> 62;
  const bool round_up = p0 >> 63;
  if (round_up) {
    ++quadrant;
    p0 = ~p0;
    p1 = ~p1;
  }
  // Magnitude below 1/2 in p0:p1. The leading zeros go, so that the sum keeps 100 bits.
  const int zeros = p0 == 0 ? 64 + leading_zeros(p1) : leading_zeros(p0);
  if (zeros >= 64) {
    p0 = p1;
    p1 = p2 << 2;
    if (round_up) {
      p1 = ~p1;
    }
  }
  const int shift = zeros & 63;
  if (shift != 0) {
    p0 = p0 << shift | p1 >> (64 - shift);
    p1 <<= shift;
  }
  const double top = double(p0 >> 11), rest = double((p0 & 0x7FF) << 42 | p1 >> 22);
  const double unit = power_of_two<double>(-53 - zeros);
  dd r = quick_sum(top * unit, rest * (unit * 0x1p-53)) * half_pi;
  if (round_up != negative(x)) {
    r = -r;
  }
  if (negative(x)) {
    quadrant = -quadrant;
  }
  return {r, quadrant & 3};
}

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
