// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "exponential.h"

using namespace abacus;

double tanh(double x) {
  const double size = absolute(x);
  if (is_nan(x) || size < 0x1p-30) {
    return x;
  }
  if (size > 20) {
    return with_sign(1.0, x);
  }
  const double e = expm1_dd({2 * size, 0});
  return with_sign(e / (e + 2), x);
}
