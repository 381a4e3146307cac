// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "precise_power.h"

using namespace abacus;

/// pow for x >= 0, defined as e^(y ln x): what that leaves undefined is NaN.
double powr(double x, double y) {
  const bool undefined = x < 0 || is_nan(x) || is_nan(y) || (x == 0 && y == 0) ||
                         (is_infinite(x) && y == 0) || (x == 1 && is_infinite(y));
  return undefined ? quiet_nan<double>() : power(absolute(x), y);
}
