// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef ABACUS_HYPERBOLIC_SINH_H
#define ABACUS_HYPERBOLIC_SINH_H

#include "hyperbolic/hyperbolic.h"

namespace abacus {

template <class T> T sinh(T x) {
  const T h = half_expm1(magnitude(x)); // e^x = 2 h + 1
  const T value = h + h / (h + h + T(1));
  return signed_like(choose(h < lane_infinity<T>(), value, h), x);
}

} // namespace abacus

#endif
