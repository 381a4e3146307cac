// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "gamma.h"

using namespace abacus;

double tgamma(double x) {
  if (is_nan(x) || x == 0) {
    return 1 / x;
  }
  if (x >= 172) {
    return infinity<double>();
  }
  if (x > 0) {
    const Scaled g = gamma_of_positive(x);
    return scale(g.m, g.k);
  }
  if (x == __builtin_elementwise_trunc(x)) { // -infinity too
    return quiet_nan<double>();
  }
  const double sine = sine_times_pi(x);
  if (x < -190) {
    return with_sign(0.0, sine);
  }
  if (x > -0x1p-60) {
    return 1 / x;
  }
  // gamma(x) = -pi / (x sin(pi x) gamma(-x))
  const Scaled g = gamma_of_positive(-x);
  return scale(-pi.hi / (x * sine * g.m), -g.k);
}
