// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "types.h"

double lgamma_r(double, __private int*);

double lgamma(double x) {
  int sign;
  return lgamma_r(x, &sign);
}
