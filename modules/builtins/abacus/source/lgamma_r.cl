// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "gamma.h"

using namespace abacus;

double lgamma_r(double x, __private int* sign) {
  *sign = 1;
  if (is_nan(x)) {
    return x;
  }
  if (x == 0) {
    *sign = negative(x) ? -1 : 1;
    return infinity<double>();
  }
  if (is_infinite(x) || (x < 0 && x == __builtin_elementwise_trunc(x))) {
    return infinity<double>();
  }
  if (x > 0) {
    return lgamma_of_positive(x);
  }
  if (x > -0x1p-60) {
    *sign = -1;
    return -value(log_dd({-x, 0}));
  }
  // |gamma(x)| = pi / |x sin(pi x) gamma(-x)|
  const double sine = sine_times_pi(x);
  *sign = sine > 0 ? 1 : -1;
  const double quotient = pi.hi / absolute(x * sine);
  return value(log_dd({quotient, 0})) - lgamma_of_positive(-x);
}
