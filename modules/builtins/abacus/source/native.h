// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The native_ functions of floats that can be faster than the full ones. They also stand in for
// those under -cl-unsafe-math-optimizations, and keep to the specification's limits for that: sines
// within 2^-11 on [-pi, pi], exponentials within 3 + 2 |x| units in the last place, logarithms
// within 2^-21 between 1/2 and 2 and 3 units elsewhere. Angles above 2^16 or so mean little.
#ifndef ABACUS_NATIVE_H
#define ABACUS_NATIVE_H

#include "logarithms/logarithm.h"
#include "polynomials/exp.h"
#include "trigonometric/trigonometric.h"

namespace abacus {

/// x - k pi unit with at least the 46 highest bits of pi; units are powers of two.
template <class T> inline T native_reduced(T x, T k, double unit) {
  // With a fused multiply-add the first step is exact whatever the whole number k is.
  const bool fused = __mux_has_fma();
  x = muladd(-k, real<T>((fused ? 0x1.921fb4p+1 : 0x1.92p+1) * unit), x);
  return muladd(-k, real<T>((fused ? 0x1.4442dp-23 : 0x1.fb54442d18469p-11) * unit), x);
}
/// Angles that would be reduced to anything at all count as 0, infinite ones are none.
template <class T> inline T native_angle(T x) {
  return choose(magnitude(x) > real<T>(0x1p20), x - x, x);
}
/// (-1)^turns sin r
template <class T> inline T native_sine_of(T r, signed_of<T> turns) {
  using I = signed_of<T>;
  const T z = r * r, value = r * muladd(z, native_sin_tail<float>::of(z), T(1)); // -0 stays that
  return as<T>(as<I>(value) ^ (turns << I(31)));
}
template <class T> T native_sin(T x) {
  x = native_angle(x);
  const Whole<T> k = nearest(x, real<T>(inverse_pi_value));
  return native_sine_of(native_reduced(x, k.value, 1), k.number);
}
template <class T> T native_cos(T x) {
  x = native_angle(x);
  const Whole<T> k = nearest(muladd(x, real<T>(inverse_pi_value), real<T>(-0.5)));
  const T r = native_reduced(x, k.value + k.value + T(1), 0.5);
  return native_sine_of(r, k.number + signed_of<T>(1));
}
/// tan r = r / C, or for odd k minus its reciprocal: the series of r / tan r is far shorter than
/// that of the tangent.
template <class T> inline T native_tangent_of(T r, Whole<T> k) {
  const T z = r * r, c = muladd(z, native_cotangent_tail<float>::of(z), T(1));
  const auto odd = (k.number & signed_of<T>(1)) != signed_of<T>(0);
  return choose(odd, c, r) / choose(odd, -r, c);
}
template <class T> T native_tan(T x) {
  x = native_angle(x);
  const Whole<T> k = nearest(x, real<T>(2 * inverse_pi_value));
  return native_tangent_of(native_reduced(x, k.value, 0.5), k);
}

/// 2^k m for x = k + r.
template <class T> struct NativeExp2 {
  Whole<T> k;
  T m;
};
template <class T> inline NativeExp2<T> native_exp2_parts(T x) {
  const Whole<T> k = nearest(x);
  const T r = x - k.value;
  return {k, muladd(r, native_exp2_tail<float>::of(r), T(1))};
}
/// 2^x for |x| below 126; with operations on exponents for any.
template <class T> inline T native_exp2_of_near(T x) {
  if (__mux_has_exponent_operations()) {
    // For infinite x m is NaN, and scaled by an infinite k gives infinity or 0.
    const T whole = __builtin_elementwise_roundeven(x), part = x - whole;
    const T m = muladd(part, native_exp2_tail<float>::of(part), T(1));
    return scale_by_instruction(m, whole);
  }
  const NativeExp2<T> parts = native_exp2_parts(x);
  return with_exponent(parts.m, parts.k.number);
}
/// 2^x for any x, likewise.
template <class T> inline T native_exp2_of_any(T x) {
  if (__mux_has_exponent_operations()) {
    return native_exp2_of_near(x);
  }
  const NativeExp2<T> parts = native_exp2_parts(within(x, -151, 129));
  return scaled(parts.m, parts.k);
}
template <class T> T native_exp2(T x) {
  const T value = native_exp2_of_near(x);
  if (__mux_has_exponent_operations()) {
    return value;
  }
  const auto usual = has_size_below(x, 126);
  return any(!usual) ? choose(usual, value, native_exp2_of_any(x)) : value;
}
template <class T> T native_exp(T x) { return native_exp2(x * real<T>(0x1.715476p+0)); }
template <class T> T native_exp10(T x) { return native_exp2(x * real<T>(0x1.a934fp+1)); }

/// log2(x 2^more) for positive normal x; with operations on exponents for any.
template <class T> inline T native_log2_of_normal(T x, T more) {
  const LogParts<T> s = log_parts_of_normal(x);
  const T f = s.m - T(1);
  return muladd(f, native_log2_tail<float>::of(f), s.k + more);
}
template <class T> inline T native_log2_of_normal(T x) { return native_log2_of_normal(x, T(0)); }
template <class T> T native_log2(T x) {
  if (__mux_has_exponent_operations()) {
    return native_log2_of_normal(x);
  }
  return log_of_any(x, [](T normal, T more) { return native_log2_of_normal(normal, more); });
}
template <class T> T native_log(T x) { return native_log2(x) * real<T>(0x1.62e43p-1); }
template <class T> T native_log10(T x) { return native_log2(x) * real<T>(0x1.344136p-2); }

/// x^y where it `holds`.
template <class T> struct NativePower {
  T value;
  mask_of<T> holds;
};
/// By operations on exponents for any x that is not below 0, elsewhere for normal numbers.
template <class T> inline NativePower<T> usual_native_power(T x, T y) {
  const T t = y * native_log2_of_normal(x), value = native_exp2_of_near(t);
  if (__mux_has_exponent_operations()) {
    return {value, as<signed_of<T>>(x) >= signed_of<T>(0)};
  }
  return {value, mask_of<T>(is_positive_normal(x) & has_size_below(t, 126))};
}
/// For any x.
template <class T> inline T unusual_native_power(T x, T y) {
  if (__mux_has_exponent_operations()) {
    return native_exp2_of_near(y * native_log2_of_normal(x));
  }
  const auto of_normal = [](T normal, T more) { return native_log2_of_normal(normal, more); };
  return native_exp2_of_any(y * log_of_unusual(x, of_normal(x, T(0)), of_normal));
}
template <class T> T native_powr(T x, T y) {
  const NativePower<T> power = usual_native_power(x, y);
  if (__mux_has_exponent_operations()) {
    return power.value;
  }
  return any(!power.holds) ? unusual_native_power(x, y) : power.value;
}

} // namespace abacus

#endif
