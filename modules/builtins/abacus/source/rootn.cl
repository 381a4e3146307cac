// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "precise_power.h"

using namespace abacus;

double rootn(double x, int n) {
  const bool odd = n & 1;
  if (n == 0 || is_nan(x) || (x < 0 && !odd)) {
    return quiet_nan<double>();
  }
  double result;
  if (x == 0 || is_infinite(x)) {
    result = (x == 0) == (n > 0) ? 0 : infinity<double>();
  } else {
    result = power_of_size(x, 1, n);
  }
  return negative(x) && odd ? -result : result;
}
