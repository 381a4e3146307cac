// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef ABACUS_HYPERBOLIC_COSH_H
#define ABACUS_HYPERBOLIC_COSH_H

#include "hyperbolic/hyperbolic.h"

namespace abacus {

template <class T> T cosh(T x) {
  const T h = half_expm1(magnitude(x)) + real<T>(0.5); // e^x / 2
  return h + real<T>(0.25) / h;
}

} // namespace abacus

#endif
