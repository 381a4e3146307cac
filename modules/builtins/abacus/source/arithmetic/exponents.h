// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Operations that some CPUs have as instructions (`__mux_has_exponent_operations`); elsewhere no
// call of them is reached. Edge cases: host_passes/lower_exponent_operations.h.
#ifndef ABACUS_ARITHMETIC_EXPONENTS_H
#define ABACUS_ARITHMETIC_EXPONENTS_H

#include "arithmetic/bits.h"
#include "mux.h"

extern "C" {
MUX_PURE float __lanewise_elementwise_scale_f32(float x, float k);
MUX_PURE float __lanewise_elementwise_exponent_f32(float x);
MUX_PURE float __lanewise_elementwise_significand_f32(float x);
MUX_PURE float __lanewise_elementwise_root_f32(float x);
MUX_PURE double __lanewise_elementwise_root_f64(double x);
MUX_PURE double __lanewise_elementwise_scale_f64(double x, double k);
MUX_PURE double __lanewise_elementwise_exponent_f64(double x);
MUX_PURE double __lanewise_elementwise_significand_f64(double x);
}

namespace abacus {

inline float scale_of_lane(float x, float k) { return __lanewise_elementwise_scale_f32(x, k); }
inline double scale_of_lane(double x, double k) { return __lanewise_elementwise_scale_f64(x, k); }
inline float exponent_of_lane(float x) { return __lanewise_elementwise_exponent_f32(x); }
inline double exponent_of_lane(double x) { return __lanewise_elementwise_exponent_f64(x); }
inline float significand_of_lane(float x) { return __lanewise_elementwise_significand_f32(x); }
inline double significand_of_lane(double x) { return __lanewise_elementwise_significand_f64(x); }
inline float root_of_lane(float x) { return __lanewise_elementwise_root_f32(x); }
inline double root_of_lane(double x) { return __lanewise_elementwise_root_f64(x); }

/// 1 / sqrt(x) within 2^-14.
template <class T> inline T root_estimate_by_instruction(T x) {
  T result = x;
  for (int i = 0; i < width_of<T>; ++i) {
    result = put(result, i, root_of_lane(get(x, i)));
  }
  return result;
}
/// x 2^k, rounded once, for whole k of any size.
template <class T> inline T scale_by_instruction(T x, T k) {
  T result = x;
  for (int i = 0; i < width_of<T>; ++i) {
    result = put(result, i, scale_of_lane(get(x, i), get(k, i)));
  }
  return result;
}
/// |x| = 2^exponent significand, significand from 1 to 2; NaN for negative x.
template <class T> inline T exponent_by_instruction(T x) {
  T result = x;
  for (int i = 0; i < width_of<T>; ++i) {
    result = put(result, i, exponent_of_lane(get(x, i)));
  }
  return result;
}
template <class T> inline T significand_by_instruction(T x) {
  T result = x;
  for (int i = 0; i < width_of<T>; ++i) {
    result = put(result, i, significand_of_lane(get(x, i)));
  }
  return result;
}

} // namespace abacus

#endif
