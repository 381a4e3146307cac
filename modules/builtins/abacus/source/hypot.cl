// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "bits.h"
#include "double_double.h"

using namespace abacus;

double hypot(double x, double y) {
  x = absolute(x);
  y = absolute(y);
  if (is_infinite(x) || is_infinite(y)) {
    return infinity<double>();
  }
  if (is_nan(x) || is_nan(y)) {
    return quiet_nan<double>();
  }
  const double large = x > y ? x : y, small = x > y ? y : x;
  if (small == 0) {
    return large;
  }
  const int e = exponent(large);
  if (e - exponent(small) > 60) {
    return large;
  }
  const double a = scale(large, -e), b = scale(small, -e);
  return scale(value(root(product(a, a) + product(b, b))), e);
}
