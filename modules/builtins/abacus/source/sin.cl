// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "trigonometric.h"

using namespace abacus;

double sin(double x) {
  if (!is_finite(x)) {
    return quiet_nan<double>();
  }
  return absolute(x) < 0x1p-30 ? x : sin_of(reduce(x));
}
