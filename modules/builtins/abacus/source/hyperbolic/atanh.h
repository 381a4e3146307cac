// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef ABACUS_HYPERBOLIC_ATANH_H
#define ABACUS_HYPERBOLIC_ATANH_H

#include "arithmetic/estimates.h"
#include "logarithms/log1p.h"

namespace abacus {

template <class T> T atanh(T x) {
  const T size = magnitude(x);
  T value = real<T>(0.5) * log1p_inside(near_quotient(size + size, T(1) - size));
  const auto usual = size < T(1);
  if (any(!usual)) {
    value = choose(usual, value, choose(size == T(1), lane_infinity<T>(), lane_nan<T>()));
  }
  return signed_like(value, x);
}

} // namespace abacus

#endif
