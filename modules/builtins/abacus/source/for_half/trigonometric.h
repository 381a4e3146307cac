// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Trigonometric functions of halves: of all of them, as none is larger than 2^16.
#ifndef ABACUS_FOR_HALF_TRIGONOMETRIC_H
#define ABACUS_FOR_HALF_TRIGONOMETRIC_H

#include "arithmetic/lanes.h"
#include "polynomials/trigonometric.h"

namespace abacus::for_half {

/// x - k pi unit for whole k up to 2^16 and units that are powers of two.
template <class T> inline T reduced(T x, T k, double unit) {
  if (__mux_has_fma()) {
    // Exact, as it is a multiple of the last digit of a factor with 24 digits. Both factors are
    // positive, so that -0 stays -0.
    x = muladd(-k, real<T>(0x1.921fb4p+1 * unit), x);
    return muladd(-k, real<T>(0x1.4442d18469899p-23 * unit), x);
  }
  // The first two products and differences are exact.
  x = x - k * real<T>(0x1.92p+1 * unit);
  x = x - k * real<T>(0x1.fap-11 * unit);
  return x - k * real<T>(0x1.54442d184698ap-19 * unit);
}
/// With another sign for odd `turns`.
template <class T> inline T turned(T x, signed_of<T> turns) {
  return as<T>(as<signed_of<T>>(x) ^ (turns << signed_of<T>(31)));
}
/// sin r for |r| up to pi/2.
template <class T> inline T sine(T r) {
  const T z = r * r;
  return r * muladd(z, sin_for_half<float>::of(z), T(1));
}
/// tan r for |r| up to pi/4.
template <class T> inline T tangent(T r) {
  const T z = r * r;
  return r * muladd(z, tan_for_half<float>::of(z), T(1));
}

template <class T> T sin(T x) {
  const Whole<T> k = nearest(x, real<T>(inverse_pi_value));
  return turned(sine(reduced(x, k.value, 1)), k.number);
}
template <class T> T cos(T x) {
  const Whole<T> k = nearest(muladd(x, real<T>(inverse_pi_value), real<T>(-0.5)));
  // x - (k + 1/2) pi, of which the sine is the cosine but for its sign.
  const T r = reduced(x, k.value + k.value + T(1), 0.5);
  return turned(sine(r), k.number + signed_of<T>(1));
}
template <class T> T tan(T x) {
  const Whole<T> k = nearest(x, real<T>(2 * inverse_pi_value));
  const T t = tangent(reduced(x, k.value, 0.5));
  return choose((k.number & signed_of<T>(1)) != signed_of<T>(0), T(-1) / t, t);
}

/// sin(pi r) for |r| up to 1/2.
template <class T> inline T sine_of_half_turns(T r) { return r * sinpi_for_half<float>::of(r * r); }
template <class T> T sinpi(T x) {
  const T size = magnitude(x);
  const Whole<T> k = nearest(size);
  // The sum makes 0 of -0.
  return odd_function(x, turned(sine_of_half_turns(size - k.value), k.number) + T(0));
}
template <class T> T cospi(T x) {
  const Whole<T> k = nearest(x);
  const T from_zero = real<T>(0.5) - magnitude(x - k.value);
  return turned(sine_of_half_turns(from_zero), k.number) + T(0);
}
template <class T> T tanpi(T x) {
  using I = signed_of<T>;
  const T size = magnitude(x);
  const Whole<T> k = nearest(size + size);
  T r = muladd(k.value, real<T>(-0.5), size);
  // The specified signs of zeros and infinities: in the second and third quarter of a turn, -0.
  r = choose(r == T(0), as<T>((k.number ^ (k.number >> I(1))) << I(31)), r);
  const T t = tangent(r * real<T>(0x1.921fb54442d18p+1));
  return odd_function(x, choose((k.number & I(1)) != I(0), T(-1) / t, t));
}

} // namespace abacus::for_half

#endif
