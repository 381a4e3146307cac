// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The fused multiply-add where the target has none.
#ifndef ABACUS_ARITHMETIC_FMA_H
#define ABACUS_ARITHMETIC_FMA_H

#include "arithmetic/exact.h"

namespace abacus {

/// The sum rounded to odd: what is inexact ends in a 1, so that rounding it once more to a shorter
/// type gives what rounding the exact sum would.
template <class T> inline T sum_to_odd(T a, T b) {
  using I = signed_of<T>;
  const Twofold<T> s = exact_sum(a, b);
  const I bits = as<I>(s.hi);
  const auto even = (bits & I(1)) == I(0);
  const auto inexact = (s.lo != T(0)) & (magnitude(s.hi) < lane_infinity<T>());
  const auto away = (bits ^ as<I>(s.lo)) >= I(0); // of the same sign
  return choose(inexact & even, as<T>(bits + choose(away, I(1), I(-1))), s.hi);
}

/// 128 bits, unsigned.
struct Wide {
  ulong high, low;
};
inline Wide wide_product(ulong a, ulong b) {
  const ulong mask = 0xFFFFFFFF;
  const ulong low = (a & mask) * (b & mask) >> 32;
  const ulong middle = (a >> 32) * (b & mask) + low;
  const ulong cross = (a & mask) * (b >> 32) + (middle & mask);
  return {(a >> 32) * (b >> 32) + (middle >> 32) + (cross >> 32), a * b};
}
inline Wide shift_left(Wide x, int by) {
  if (by >= 64) {
    return {x.low << (by - 64), 0};
  }
  return by == 0 ? x : Wide{x.high << by | x.low >> (64 - by), x.low << by};
}
/// Shifts right; whatever falls out leaves a 1 in the last bit.
inline Wide shift_right_sticky(Wide x, int by) {
  if (by >= 128) {
    return {0, ulong((x.high | x.low) != 0)};
  }
  if (by >= 64) {
    const ulong lost = x.low | (by == 64 ? 0 : x.high << (128 - by));
    return {0, x.high >> (by - 64) | ulong(lost != 0)};
  }
  if (by == 0) {
    return x;
  }
  return {x.high >> by, x.high << (64 - by) | x.low >> by | ulong(x.low << (64 - by) != 0)};
}

/// m 2^e with a sticky last bit, m != 0, rounded to the nearest double.
inline double round_wide(Wide m, int e, bool minus) {
  const int zeros = m.high ? leading_zeros(m.high) : 64 + leading_zeros(m.low);
  m = shift_left(m, zeros);
  int exponent_of_result = e - zeros + 127;
  // 53 bits, or fewer for a denormal.
  int dropped = 64 - 53;
  if (exponent_of_result < -1022) {
    dropped += -1022 - exponent_of_result;
    exponent_of_result = -1022;
  }
  const Wide kept = shift_right_sticky(m, dropped > 120 ? 120 : dropped);
  const ulong rest = kept.low, half_unit = 0x8000000000000000;
  ulong bits = kept.high;
  bits += rest > half_unit || (rest == half_unit && (bits & 1));
  if (exponent_of_result > 1023) {
    bits = format<double>::infinity;
  } else {
    // A carry out of the significand goes into the exponent, as it must.
    bits += ulong(exponent_of_result + 1022) << 52;
    bits = bits > format<double>::infinity ? format<double>::infinity : bits;
  }
  return as<double>(bits | (minus ? format<double>::sign : 0));
}

inline double soft_fma(double a, double b, double c) {
  if (a == 0 || b == 0 || !is_finite(a) || !is_finite(b)) {
    return a * b + c;
  }
  if (c == 0) {
    return a * b;
  }
  if (!is_finite(c)) {
    return c; // a b must not overflow against it
  }
  const bool product_minus = negative(a) != negative(b), c_minus = negative(c);
  Wide p = wide_product(significand(a) << 10, significand(b) << 10); // top bit 125 or 124
  int p_exponent = exponent(a) + exponent(b) - 124;
  Wide q = {significand(c) << 9, 0}; // top bit 125
  int q_exponent = exponent(c) - 125;
  const bool p_larger =
      p_exponent > q_exponent ||
      (p_exponent == q_exponent && (p.high > q.high || (p.high == q.high && p.low >= q.low)));
  const int apart = p_larger ? p_exponent - q_exponent : q_exponent - p_exponent;
  Wide large = p_larger ? p : q, small = p_larger ? q : p;
  small = shift_right_sticky(small, apart);
  const int e = p_larger ? p_exponent : q_exponent;
  bool minus = p_larger ? product_minus : c_minus;
  if (product_minus == c_minus) {
    const ulong low = large.low + small.low;
    large = {large.high + small.high + (low < large.low), low};
  } else {
    if (large.high < small.high || (large.high == small.high && large.low < small.low)) {
      const Wide t = large;
      large = small;
      small = t;
      minus = !minus;
    }
    large = {large.high - small.high - (large.low < small.low), large.low - small.low};
    if (large.high == 0 && large.low == 0) {
      return 0;
    }
  }
  return round_wide(large, e, minus);
}

} // namespace abacus

#endif
