// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "exponential.h"

using namespace abacus;

double expm1(double x) {
  if (!(x < 710)) {
    return x + infinity<double>();
  }
  return absolute(x) < 0x1p-54 ? x : expm1_dd({x, 0});
}
