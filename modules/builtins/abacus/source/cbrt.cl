// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "bits.h"
#include "double_double.h"

using namespace abacus;

double cbrt(double x) {
  if (x == 0 || !is_finite(x)) {
    return x;
  }
  const double size = absolute(x);
  const int e = exponent(size);
  const int third = (e + 1200) / 3 - 400;   // floor(e / 3)
  const double m = scale(size, -3 * third); // in [1, 8)
  // Within 5 percent, then Newton's method doubles the digits: 9, 18, 36, 72.
  double y = 0.79 + m * (0.225 - m * 0.0096);
  for (int i = 0; i < 4; ++i) {
    y = y - (y - m / (y * y)) * (1.0 / 3);
  }
  const dd cube = product(y, y) * y;
  y = y - (cube - dd{m, 0}).hi / (3 * y * y);
  return with_sign(scale(y, third), x);
}
