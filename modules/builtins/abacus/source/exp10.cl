// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "exponential.h"

using namespace abacus;

double exp10(double x) {
  if (!(x < 310)) {
    return x + infinity<double>();
  }
  return x < -330 ? 0 : exp_dd(ln10 * x);
}
