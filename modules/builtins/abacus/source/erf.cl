// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "error_function.h"

using namespace abacus;

double erf(double x) {
  const double size = absolute(x);
  if (is_nan(x)) {
    return x;
  }
  if (size < 0x1p-500) {
    return tiny_times({0x1.20dd750429b6dp+0, 0x1.1ae3a914fed80p-56}, x); // 2 / sqrt(pi)
  }
  return size <= 1 ? erf_near_zero(x) : with_sign(1 - erfc_beyond_one(size), x);
}
