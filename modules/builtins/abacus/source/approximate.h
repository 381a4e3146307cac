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

template <class T> T half_cos(T x) { return cos(x); }
template <class T> T half_exp(T x) { return native_exp(x); }
template <class T> T half_exp2(T x) { return native_exp2(x); }
template <class T> T half_exp10(T x) { return native_exp10(x); }
template <class T> T half_log(T x) { return native_log(x); }
template <class T> T half_log2(T x) { return native_log2(x); }
template <class T> T half_log10(T x) { return native_log10(x); }
template <class T> T half_rsqrt(T x) { return rsqrt(x); }
template <class T> T native_rsqrt(T x) { return rsqrt(x); }
template <class T> T half_sin(T x) { return sin(x); }
/// Up to 2^16 as the specification has it; larger angles may count as 0.
template <class T> T half_tan(T x) {
  if (!__mux_has_fma()) {
    return tan(x);
  }
  x = native_angle(x);
  const Whole<T> k = nearest(x, real<T>(2 * inverse_pi_value));
  // Beside multiples of pi/2 its next bits count.
  const T r = muladd(-k.value, real<T>(0x1.8469898cc5170p-48), native_reduced(x, k.value, 0.5));
  return native_tangent_of(r, k);
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
