// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Operations that some CPUs have as instructions (`__mux_has_exponent_operations`, of estimates for
// floats `__mux_has_float_estimates`); elsewhere no call of them is reached. Edge cases:
// host_passes/arithmetic/lower_exponent_operations.h.
#ifndef ABACUS_ARITHMETIC_EXPONENTS_H
#define ABACUS_ARITHMETIC_EXPONENTS_H

#include "arithmetic/bits.h"
#include "mux.h"

extern "C" {
MUX_PURE float __lanewise_elementwise_scale_f32(float x, float k);
MUX_PURE float __lanewise_elementwise_exponent_f32(float x);
MUX_PURE float __lanewise_elementwise_significand_f32(float x);
MUX_PURE float __lanewise_elementwise_reciprocal_f32(float x);
MUX_PURE double __lanewise_elementwise_reciprocal_f64(double x);
MUX_PURE float __lanewise_elementwise_root_f32(float x);
MUX_PURE double __lanewise_elementwise_root_f64(double x);
MUX_PURE double __lanewise_elementwise_scale_f64(double x, double k);
MUX_PURE double __lanewise_elementwise_exponent_f64(double x);
MUX_PURE double __lanewise_elementwise_significand_f64(double x);
}

namespace abacus {

struct ScaleLane {
  static float of(float x, float k) { return __lanewise_elementwise_scale_f32(x, k); }
  static double of(double x, double k) { return __lanewise_elementwise_scale_f64(x, k); }
};
struct ExponentOfLane {
  static float of(float x) { return __lanewise_elementwise_exponent_f32(x); }
  static double of(double x) { return __lanewise_elementwise_exponent_f64(x); }
};
struct SignificandOfLane {
  static float of(float x) { return __lanewise_elementwise_significand_f32(x); }
  static double of(double x) { return __lanewise_elementwise_significand_f64(x); }
};
struct ReciprocalOfLane {
  static float of(float x) { return __lanewise_elementwise_reciprocal_f32(x); }
  static double of(double x) { return __lanewise_elementwise_reciprocal_f64(x); }
};
struct RootOfLane {
  static float of(float x) { return __lanewise_elementwise_root_f32(x); }
  static double of(double x) { return __lanewise_elementwise_root_f64(x); }
};
/// An operation on each lane of the arguments.
template <class Operation, class T, class... Rest> inline T on_lanes(T x, Rest... rest) {
  T result = x;
  for (int i = 0; i < width_of<T>; ++i) {
    result = put(result, i, Operation::of(get(x, i), get(rest, i)...));
  }
  return result;
}

/// 1 / x within 2^-14; of floats where `__mux_has_float_estimates` is all that there is, 1.5 2^-12.
template <class T> inline T reciprocal_estimate_by_instruction(T x) {
  return on_lanes<ReciprocalOfLane>(x);
}
/// 1 / sqrt(x), likewise.
template <class T> inline T root_estimate_by_instruction(T x) { return on_lanes<RootOfLane>(x); }
/// x 2^floor(k), rounded once, for k of any size.
template <class T> inline T scale_by_instruction(T x, T k) { return on_lanes<ScaleLane>(x, k); }
/// |x| = 2^exponent significand, significand from 1 to 2; NaN for negative x.
template <class T> inline T exponent_by_instruction(T x) { return on_lanes<ExponentOfLane>(x); }
template <class T> inline T significand_by_instruction(T x) {
  return on_lanes<SignificandOfLane>(x);
}

} // namespace abacus

#endif
