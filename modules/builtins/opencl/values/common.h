// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Common functions (OpenCL C 6.12.4). max, min and clamp are those of integer.h.
#ifndef OPENCL_VALUES_COMMON_H
#define OPENCL_VALUES_COMMON_H

#include "values/integer.h"

namespace impl {

template <class T> T degrees(T x) { return x * T(element_of<T>(57.295779513082320876798)); }
template <class T> T radians(T x) { return x * T(element_of<T>(0.017453292519943295769237)); }
template <class T> T mix(T x, T y, T a) { return x + (y - x) * a; }
template <class T> T step(T edge, T x) { return choose(x < edge, T(0), T(1)); }
template <class T> T smoothstep(T low, T high, T x) {
  const T t = clamp(T((x - low) / (high - low)), T(0), T(1));
  return t * t * (T(3) - T(2) * t);
}
/// 1, -1, the zero itself, and 0 for NaN.
template <class T> T sign(T x) {
  const T one = __builtin_elementwise_copysign(T(1), x);
  const T zero = choose(x == x, x, T(0));
  return choose((x < T(0)) | (x > T(0)), one, zero);
}

} // namespace impl

#endif
