// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "error_function.h"

using namespace abacus;

double erfc(double x) {
  if (is_nan(x)) {
    return x;
  }
  if (absolute(x) <= 0.5) {
    return 1 - erf_near_zero(x);
  }
  if (x > 0 && x < 1) {
    // 1 - erf(x), where erf(x) rounded would cost two digits: 0.5 - erf(x) is exact.
    return 0.5 + (0.5 - erf_near_zero(x));
  }
  return x < 0 ? x > -1 ? 1 + erf_near_zero(-x) : 2 - erfc_beyond_one(-x) : erfc_beyond_one(x);
}
