// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The half_ and native_ functions: no less exact than the full ones.
#include "types.h"

#define UNARY(name)                                                                                \
  float name(float);                                                                               \
  float half_##name(float x) { return name(x); }                                                   \
  float native_##name(float x) { return name(x); }

UNARY(cos)
UNARY(exp)
UNARY(exp2)
UNARY(exp10)
UNARY(log)
UNARY(log2)
UNARY(log10)
UNARY(rsqrt)
UNARY(sin)
UNARY(sqrt)
UNARY(tan)

float powr(float, float);
float half_powr(float x, float y) { return powr(x, y); }
float native_powr(float x, float y) { return powr(x, y); }
float half_divide(float x, float y) { return x / y; }
float native_divide(float x, float y) { return x / y; }
float half_recip(float x) { return 1 / x; }
float native_recip(float x) { return 1 / x; }
