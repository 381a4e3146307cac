// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef ABACUS_HYPERBOLIC_ASINH_H
#define ABACUS_HYPERBOLIC_ASINH_H

#include "hyperbolic/area.h"

namespace abacus {

template <class T> T asinh(T x) {
  const T size = magnitude(x), square = size * size;
  // sqrt(x^2 + 1) - 1
  const T rest = near_quotient(square, __builtin_elementwise_sqrt(square + T(1)) + T(1));
  const auto large = size > real<T>(area_large<element_of<T>>);
  return signed_like(log_of_area(size, size + choose(large, size, rest)), x);
}

} // namespace abacus

#endif
