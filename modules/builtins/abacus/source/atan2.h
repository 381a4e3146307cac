// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The angle of a point anywhere in the plane: atan2 and atan2pi.
#ifndef ABACUS_ATAN2_H
#define ABACUS_ATAN2_H

#include "arctangent.h"

namespace abacus {

/// The angle times `unit`, for all arguments.
__attribute__((always_inline)) inline double angle_of_point(double y, double x, dd unit) {
  if (is_nan(x) || is_nan(y)) {
    return quiet_nan<double>();
  }
  double size_y = absolute(y), size_x = absolute(x);
  if (is_infinite(x) || is_infinite(y)) {
    size_y = is_infinite(y) ? 1 : 0;
    size_x = is_infinite(x) ? 1 : 0;
  }
  if (size_y == 0) {
    return with_sign(negative(x) ? value(pi * unit) : 0.0, y);
  }
  if (size_x == 0) {
    return with_sign(value(half_pi * unit), y);
  }
  const int difference = exponent(size_y) - exponent(size_x);
  dd a = half_pi;
  if (difference < -60) {
    if (!negative(x)) {
      // The quotient itself, rounded once although it may be a denormal.
      const dd quotient =
          dd{scale(size_y, -exponent(size_y)), 0} / dd{scale(size_x, -exponent(size_x)), 0} * unit;
      return with_sign(scale(value(quotient), difference), y);
    }
    a = pi;
  } else if (difference <= 60) {
    const int k = -exponent(size_x);
    const double scaled_x = scale(size_x, k);
    a = angle_of({scale(size_y, k), 0}, {negative(x) ? -scaled_x : scaled_x, 0});
  }
  return with_sign(value(a * unit), y);
}

} // namespace abacus

#endif
