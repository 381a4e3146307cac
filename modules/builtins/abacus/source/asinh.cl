// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "logarithm.h"

using namespace abacus;

double asinh(double x) {
  const double size = absolute(x);
  if (!is_finite(x) || size < 0x1p-30) {
    return x;
  }
  if (size > 0x1p30) {
    return with_sign(value(log_dd({size, 0}) + ln2), x);
  }
  // ln(1 + x + x^2 / (1 + sqrt(1 + x^2)))
  const dd square = product(size, size);
  return with_sign(value(log1p_dd(square / (root(square + 1.0) + 1.0) + size)), x);
}
