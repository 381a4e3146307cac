// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Roots of halves, and erf.
#ifndef ABACUS_FOR_HALF_ROOTS_H
#define ABACUS_FOR_HALF_ROOTS_H

#include "arithmetic/exponents.h"
#include "arithmetic/lanes.h"
#include "polynomials/error.h"
#include "roots/inverse_cube_root.h"
#include "roots/near_reciprocal_root.h"

namespace abacus::for_half {

template <class T> T cbrt(T x) {
  const T size = magnitude(x), y = near_inverse_cube_root<inverse_cube_root_for_half<float>>(size);
  return choose(size < lane_infinity<T>(), odd_function(x, size * (y * y)), x); // NaN, too
}

/// Rounded to half correctly, whatever the estimate within 2^-14 was. Roots of halves never lie
/// between two halves; those just beside the middle lie below it by as little as 2^-25 of
/// themselves, above it by seven times as much. So a little less is right, but more is not.
template <class T> T sqrt(T x) {
  if (!__mux_has_exponent_operations()) {
    return __builtin_elementwise_sqrt(x);
  }
  const T y = root_estimate_by_instruction(x), near = x * y, e = muladd(-near, y, T(1));
  const T root = muladd(near, muladd(e, real<T>(0.5), real<T>(-0x1p-24)), near);
  // Of 0 and infinity the estimate is the reciprocal.
  return choose(root == root, root, reciprocal_estimate_by_instruction(y));
}
/// Within 2^-14.
template <class T> T rsqrt(T x) {
  if (__mux_has_exponent_operations()) {
    return root_estimate_by_instruction(x);
  }
  if (__mux_has_float_estimates()) {
    // A step of Newton's method. Of 0 and infinity, which have the right estimate, e is NaN.
    const T y = root_estimate_by_instruction(x), e = muladd(-(x * y), y, T(1));
    return muladd(y * real<T>(0.5), choose(e < T(1), e, T(1)), y);
  }
  const T root = near_reciprocal_root<reciprocal_root_for_half<float>>(x);
  const auto usual = is_positive_normal(x);
  return any(!usual) ? choose(usual, root, T(1) / __builtin_elementwise_sqrt(x)) : root;
}

template <class T> T hypot(T x, T y) {
  const T infinite = lane_infinity<T>();
  const T root = __builtin_elementwise_sqrt(muladd(x, x, y * y));
  return choose((magnitude(x) == infinite) | (magnitude(y) == infinite), infinite, root);
}

template <class T> T erf(T x) {
  x = within(x, -2.75, 2.75); // 1 as a half, with the polynomial's error
  return x * erf_for_half<float>::of(x * x);
}

} // namespace abacus::for_half

#endif
