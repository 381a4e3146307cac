// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "trigonometric.h"

using namespace abacus;

double tanpi(double x) {
  if (!is_finite(x)) {
    return quiet_nan<double>();
  }
  if (absolute(x) < 0x1p-500) {
    return tiny_times(pi, x);
  }
  const double n = whole_if_large(x);
  const Angle angle = reduce_times_pi(n);
  if (angle.r.hi == 0) {
    // At whole numbers the zero's sign is that of x for even ones, the opposite for odd ones; at
    // half-way points infinities alternate the same way, from +infinity at 1/2.
    const bool odd = angle.quadrant & 2;
    if (angle.quadrant & 1) {
      return odd ? -infinity<double>() : infinity<double>();
    }
    return with_sign(0.0, odd ? -x : x);
  }
  return tan_of(angle);
}
