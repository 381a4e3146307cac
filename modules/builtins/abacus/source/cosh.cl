// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "exponential.h"

using namespace abacus;

double cosh(double x) {
  const double size = absolute(x);
  if (!is_finite(x)) {
    return size;
  }
  if (size > 40) {
    return exp_dd(sum(size, -ln2.hi) + -ln2.lo);
  }
  const double e = exp_dd({size, 0});
  return 0.5 * e + 0.5 / e;
}
