// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "exponential.h"

using namespace abacus;

double sinh(double x) {
  const double size = absolute(x);
  if (!is_finite(x) || size < 0x1p-30) {
    return x;
  }
  if (size > 40) {
    // e^x / 2, where e^x alone might overflow.
    return with_sign(exp_dd(sum(size, -ln2.hi) + -ln2.lo), x);
  }
  const double e = expm1_dd({size, 0});
  return with_sign(0.5 * (e + e / (e + 1)), x);
}
