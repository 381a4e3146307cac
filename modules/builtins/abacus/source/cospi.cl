// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "trigonometric.h"

using namespace abacus;

double cospi(double x) {
  if (!is_finite(x)) {
    return quiet_nan<double>();
  }
  const Angle angle = reduce_times_pi(whole_if_large(x));
  // Half-way between whole numbers it is +0 (IEEE 754).
  return angle.quadrant & 1 && angle.r.hi == 0 ? 0.0 : cos_of(angle);
}
