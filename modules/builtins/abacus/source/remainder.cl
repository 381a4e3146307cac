// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "types.h"

double remquo(double, double, __private int*);
float remquo(float, float, __private int*);

double remainder(double x, double y) {
  int quotient;
  return remquo(x, y, &quotient);
}
float remainder(float x, float y) {
  int quotient;
  return remquo(x, y, &quotient);
}
