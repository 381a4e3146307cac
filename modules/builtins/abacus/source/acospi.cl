// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "arctangent.h"

using namespace abacus;

double acospi(double x) {
  return absolute(x) <= 1 ? value(acos_dd(x) * inverse_pi) : quiet_nan<double>();
}
