// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef ABACUS_ROOTS_RSQRT_H
#define ABACUS_ROOTS_RSQRT_H

#include "arithmetic/lanes.h"

namespace abacus {

/// Targets may multiply with an estimate of the reciprocal root that they have made better.
template <class T> T rsqrt(T x) {
#pragma clang fp reciprocal(on)
  return T(1) / __builtin_elementwise_sqrt(x);
}

} // namespace abacus

#endif
