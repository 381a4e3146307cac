// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef ABACUS_TAN_H
#define ABACUS_TAN_H

#include "trigonometric.h"

namespace abacus {

template <class T> T tan(T x) {
  const T size = magnitude(x);
  const Whole<T> k = nearest(size, real<T>(0x1.45f306dc9c883p-1));
  QuarterAngle<T> angle = {less_multiple_of_pi(size, k.value, 0.5), k.number};
  const auto far = is_far(size);
  if (any(far)) {
    const QuarterAngle<T> exact = far_angle(size);
    angle.r = choose(far, exact.r, angle.r);
    angle.quadrant = choose(far, exact.quadrant, angle.quadrant);
  }
  return odd_function(x, tangent_of(angle));
}

} // namespace abacus

#endif
