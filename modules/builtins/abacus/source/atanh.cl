// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "logarithm.h"

using namespace abacus;

double atanh(double x) {
  const double size = absolute(x);
  if (!(size < 1)) {
    return size == 1 ? with_sign(infinity<double>(), x) : quiet_nan<double>();
  }
  if (size < 0x1p-30) {
    return x;
  }
  // ln(1 + 2x / (1 - x)) / 2
  return with_sign(0.5 * value(log1p_dd(dd{2 * size, 0} / sum(1, -size))), x);
}
