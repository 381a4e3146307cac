// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef ABACUS_HYPERBOLIC_TANH_H
#define ABACUS_HYPERBOLIC_TANH_H

#include "hyperbolic/hyperbolic.h"

namespace abacus {

template <class T> T tanh(T x) {
  const T size = magnitude(x);
  const T h = half_expm1(within(size + size, 0, 50)); // e^2x = 2 h + 1
  return signed_like(h / (h + T(1)), x);
}

} // namespace abacus

#endif
