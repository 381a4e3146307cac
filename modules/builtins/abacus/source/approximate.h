// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The half_ functions, which are within the 8192 units in the last place that the specification
// allows, some of them native ones, others no less exact than the full ones; and those of the
// native_ ones that are single instructions. The others are in native.h. Targets may have their own
// of those that are quotients.
#ifndef ABACUS_APPROXIMATE_H
#define ABACUS_APPROXIMATE_H

#include "arithmetic/elementary.h"
#include "native.h"
#include "roots/rsqrt.h"
#include "trigonometric/cos.h"
#include "trigonometric/sin.h"
#include "trigonometric/tan.h"

namespace abacus {

/// x - k pi unit with the bits of pi that count beside a root of the function, for |x| up to 2^16
/// as the specification has it, with a fused multiply-add. Larger angles may count as 0.
template <class T> inline T half_reduced(T x, T k, double unit) {
  return muladd(-k, real<T>(0x1.8469898cc5170p-47 * unit), native_reduced(x, k, unit));
}
template <class T> T half_cos(T x) {
  if (!__mux_has_fma()) {
    return cos(x);
  }
  x = native_angle(x);
  const Whole<T> k = nearest(muladd(x, real<T>(inverse_pi_value), real<T>(-0.5)));
  const T r = half_reduced(x, k.value + k.value + T(1), 0.5);
  return native_sine_of(r, k.number + signed_of<T>(1));
}
template <class T> T half_exp(T x) { return native_exp(x); }
template <class T> T half_exp2(T x) { return native_exp2(x); }
template <class T> T half_exp10(T x) { return native_exp10(x); }
template <class T> T half_log(T x) { return native_log(x); }
template <class T> T half_log2(T x) { return native_log2(x); }
template <class T> T half_log10(T x) { return native_log10(x); }
template <class T> T half_rsqrt(T x) { return rsqrt(x); }
template <class T> T native_rsqrt(T x) { return rsqrt(x); }
template <class T> T half_sin(T x) {
  if (!__mux_has_fma()) {
    return sin(x);
  }
  x = native_angle(x);
  const Whole<T> k = nearest(x, real<T>(inverse_pi_value));
  return native_sine_of(half_reduced(x, k.value, 1), k.number);
}
template <class T> T half_tan(T x) {
  if (!__mux_has_fma()) {
    return tan(x);
  }
  x = native_angle(x);
  const Whole<T> k = nearest(x, real<T>(2 * inverse_pi_value));
  return native_tangent_of(half_reduced(x, k.value, 0.5), k);
}
template <class T> T half_sqrt(T x) { return sqrt(x); }
template <class T> T native_sqrt(T x) { return sqrt(x); }

template <class T> T half_powr(T x, T y) { return native_powr(x, y); }
template <class T> T half_divide(T x, T y) { return x / y; }
template <class T> T native_divide(T x, T y) { return x / y; }
template <class T> T half_recip(T x) { return T(1) / x; }
template <class T> T native_recip(T x) { return T(1) / x; }

} // namespace abacus

#endif
