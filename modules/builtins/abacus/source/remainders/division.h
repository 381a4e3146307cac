// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Division with a remainder, exactly.
#ifndef ABACUS_REMAINDERS_DIVISION_H
#define ABACUS_REMAINDERS_DIVISION_H

#include "arithmetic/exact.h"

namespace abacus {

/// |x| - |y| n, at least 0 and below |y|, for a whole n; and n except for a multiple of 128.
template <class T> struct Division {
  T rest;
  signed_of<T> low;
};

/// For finite x and y other than 0; else the rest is NaN or, for infinite y, anything. The
/// remainder of a rounded quotient is a number of T, so each step takes as many bits off the
/// quotient as T has; one step is enough if it has no more.
template <class T> inline Division<T> divide(T x, T y) {
  using E = element_of<T>;
  using I = signed_of<T>;
  T rest = magnitude(x);
  y = magnitude(y);
  I low = I(0);
  do {
    T quotient = rest / y, unit = y;
    const auto far = magnitude(quotient) == lane_infinity<T>();
    if (any(far)) {
      // By a multiple of y that is some 2^30 times smaller, or more if y is denormal.
      constexpr int mantissa = format<E>::mantissa;
      const I apart = (as<I>(magnitude(rest)) >> I(mantissa)) - (as<I>(y) >> I(mantissa)) - I(30);
      const I half_way = choose(far, apart >> I(1), I(0));
      const T multiple = y * exp2_of<T>(half_way) * exp2_of<T>(apart - half_way);
      unit = choose(far, multiple, y);
      quotient = rest / unit;
    }
    quotient = __builtin_elementwise_trunc(quotient);
    rest = less_product(rest, quotient, unit);
    const T above = __builtin_elementwise_trunc(quotient * real<T>(0x1p-7)) * real<T>(0x1p7);
    low += choose(far, I(0), cast<I>(quotient - above));
  } while (any(mask_of<T>(magnitude(rest) >= y)));
  // A quotient may have been rounded up.
  const auto beyond = rest < T(0);
  return {choose(beyond, rest + y, rest), low - choose(beyond, I(1), I(0))};
}

/// What remains of a division by way of an estimate of the reciprocal, as far as it `holds`.
template <class T> struct QuickDivision {
  T rest;
  mask_of<T> holds;
};
/// Quotients below this have so many bits to spare that estimates are near enough.
template <class E> inline constexpr double max_quick_quotient = is_same<E, float> ? 0x1p20 : 0x1p48;

/// Whether divisions may be quick. They need a fused multiply-add, which leaves a number of T of
/// any quotient that is a whole number.
inline bool divides_quickly() { return __mux_has_fma(); }

/// (1 + excess) a / b within 2^-23.8 or 2^-52.8 of itself, for b that is no denormal number, and
/// whose reciprocal is none; or a / b rounded, which is not below a whole number that a / b is not
/// below.
template <class T> inline T quick_quotient(T a, T b, double excess) {
  if (!__mux_has_exponent_operations() || __mux_has_fast_division()) {
    return a / b;
  }
  T y = reciprocal_estimate_by_instruction(b);
  if constexpr (is_same<element_of<T>, double>) {
    const T e = muladd(-b, y, T(1));
    y = muladd(y, muladd(e, e, e), y);
  }
  return a * muladd(y, muladd(-b, y, real<T>(1 + excess)), y);
}

/// a - b n, at least 0 and below b, for a whole n; a and b are at least 0. The quotient is made a
/// little too large, or is a rounded one, so that n is what it should be or one more: either way a
/// number of T remains.
template <class T> inline QuickDivision<T> divide_quickly(T a, T b) {
  using E = element_of<T>;
  const T quotient = quick_quotient(a, b, is_same<E, float> ? 0x1p-22 : 0x1p-51);
  const T n = __builtin_elementwise_trunc(quotient);
  const T rest = __builtin_elementwise_fma(-n, b, a), up = choose(rest < T(0), rest + b, rest);
  return {up, mask_of<T>((quotient < real<T>(max_quick_quotient<E>)) & (up < b))};
}

/// The same for the nearest whole n, and that, of numbers that are not half-way between two
/// multiples of b.
template <class T> struct NearestDivision {
  T rest, n;
  mask_of<T> holds;
};
template <class T> inline NearestDivision<T> divide_to_nearest_quickly(T a, T b) {
  const T quotient = quick_quotient(a, b, 0);
  const T n = __builtin_elementwise_roundeven(quotient);
  const T rest = __builtin_elementwise_fma(-n, b, a), size = magnitude(rest);
  return {rest, n,
          mask_of<T>((quotient < real<T>(max_quick_quotient<element_of<T>>)) & (size < b - size))};
}

/// The remainder of the nearest whole quotient, of two the even one; and the quotient's low seven
/// bits with its sign.
template <class T> inline T nearest_remainder(T x, T y, __private signed_of<T>* quotient) {
  using I = signed_of<T>;
  const Division<T> d = divide(x, y);
  const T size = magnitude(y), other = size - d.rest;
  const auto odd = (d.low & I(1)) != I(0);
  const auto up = (d.rest > other) | ((d.rest == other) & odd);
  const T value = choose(up, -other, d.rest);
  const auto x_minus = as<I>(x) < I(0), y_minus = as<I>(y) < I(0);
  const I low = (d.low + choose(up, I(1), I(0))) & I(127);
  const auto unbounded = (size == lane_infinity<T>()) & (magnitude(x) < lane_infinity<T>());
  const T result = choose(unbounded, x, choose(x_minus, -value, value));
  *quotient = choose(unbounded | (result != result), I(0), choose(x_minus != y_minus, -low, low));
  return result;
}

} // namespace abacus

#endif
