// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What the trigonometric functions share: sine and cosine near 0, and the way there.
#ifndef ABACUS_TRIGONOMETRIC_H
#define ABACUS_TRIGONOMETRIC_H

#include "bits.h"
#include "double_double.h"

namespace abacus {

/// sin(x) for |x| <= 0.79: Taylor's series to x^19.
inline double sin_near_zero(dd x) {
  const double z = x.hi * x.hi;
  double p = -0x1.2f49b46814157p-57; // -1/19!
  p = p * z + 0x1.952c77030ad4ap-49; // 1/17!
  p = p * z - 0x1.ae7f3e733b81fp-41; // -1/15!
  p = p * z + 0x1.6124613a86d09p-33; // 1/13!
  p = p * z - 0x1.ae64567f544e4p-26; // -1/11!
  p = p * z + 0x1.71de3a556c734p-19; // 1/9!
  p = p * z - 0x1.a01a01a01a01ap-13; // -1/7!
  p = p * z + 0x1.1111111111111p-7;  // 1/5!
  p = p * z - 0x1.5555555555555p-3;  // -1/3!
  return x.hi + (x.hi * z * p + x.lo * (1 - 0.5 * z));
}

/// cos(x) for |x| <= 0.79: Taylor's series to x^18.
inline double cos_near_zero(dd x) {
  const double z = x.hi * x.hi;
  double p = -0x1.6827863b97d97p-53; // -1/18!
  p = p * z + 0x1.ae7f3e733b81fp-45; // 1/16!
  p = p * z - 0x1.93974a8c07c9dp-37; // -1/14!
  p = p * z + 0x1.1eed8eff8d898p-29; // 1/12!
  p = p * z - 0x1.27e4fb7789f5cp-22; // -1/10!
  p = p * z + 0x1.a01a01a01a01ap-16; // 1/8!
  p = p * z - 0x1.6c16c16c16c17p-10; // -1/6!
  p = p * z + 0x1.5555555555555p-5;  // 1/4!
  const double half_square = 0.5 * z, w = 1 - half_square;
  return w + (((1 - w) - half_square) + (z * z * p - x.hi * x.lo));
}

/// x = (4 n + quadrant) pi/2 + r, |r| <= pi/4 and a little.
struct Angle {
  dd r;
  int quadrant;
};

/// Cody and Waite: pi/2 in parts of 33 bits, whose products with up to 20 bits are exact.
inline Angle reduce_small(double x) {
  const double k = __builtin_elementwise_roundeven(x * 0x1.45f306dc9c883p-1);
  const dd a = sum(x - k * 0x1.921fb54400000p+0, -k * 0x1.0b4611a600000p-34);
  const dd b = sum(a.hi, -k * 0x1.3198a2e000000p-69);
  return {quick_sum(b.hi, b.lo + (a.lo - k * 0x1.b839a252049c1p-104)), int(long(k) & 3)};
}

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

inline Angle reduce(double x) { return absolute(x) < 0x1p20 ? reduce_small(x) : reduce_large(x); }

inline double sin_of(Angle a) {
  const double s = a.quadrant & 1 ? cos_near_zero(a.r) : sin_near_zero(a.r);
  return a.quadrant & 2 ? -s : s;
}
inline double cos_of(Angle a) {
  const double c = a.quadrant & 1 ? sin_near_zero(a.r) : cos_near_zero(a.r);
  return (a.quadrant + 1) & 2 ? -c : c;
}
inline double tan_of(Angle a) {
  const double s = sin_near_zero(a.r), c = cos_near_zero(a.r);
  return a.quadrant & 1 ? -c / s : s / c;
}

/// x pi likewise, for |x| < 2^53; the quadrant of larger x is the caller's.
inline Angle reduce_times_pi(double x) {
  const double k = __builtin_elementwise_roundeven(2 * x);
  return {pi * (x - 0.5 * k), int(long(k) & 3)};
}
/// An even whole number in place of a number so large that it is one.
inline double whole_if_large(double x) { return absolute(x) >= 0x1p53 ? with_sign(0.0, x) : x; }

} // namespace abacus

#endif
