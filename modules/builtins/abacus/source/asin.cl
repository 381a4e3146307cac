// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "arctangent.h"

using namespace abacus;

double asin(double x) {
  if (!(absolute(x) <= 1)) {
    return quiet_nan<double>();
  }
  return absolute(x) < 0x1p-30 ? x : value(asin_dd(x));
}
