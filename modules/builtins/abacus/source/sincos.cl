// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "types.h"

double sin(double);
double cos(double);
float sin(float);
float cos(float);
half sin(half);
half cos(half);

double sincos(double x, __private double* cosine) {
  *cosine = cos(x);
  return sin(x);
}
float sincos(float x, __private float* cosine) {
  *cosine = cos(x);
  return sin(x);
}
half sincos(half x, __private half* cosine) {
  *cosine = cos(x);
  return sin(x);
}
