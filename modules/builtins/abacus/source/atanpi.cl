// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "arctangent.h"

using namespace abacus;

double atanpi(double x) {
  if (is_nan(x)) {
    return x;
  }
  return absolute(x) < 0x1p-30 ? tiny_times(inverse_pi, x) : value(atan_dd(x) * inverse_pi);
}
