// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef ABACUS_HYPERBOLIC_ACOSH_H
#define ABACUS_HYPERBOLIC_ACOSH_H

#include "hyperbolic/area.h"

namespace abacus {

template <class T> T acosh(T x) {
  const T t = x - T(1), root = __builtin_elementwise_sqrt(muladd(t, t, t + t));
  const auto large = x > real<T>(area_large<element_of<T>>);
  return choose(x >= T(1), log_of_area(x, t + choose(large, x, root)), lane_nan<T>());
}

} // namespace abacus

#endif
