// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "types.h"

double fabs(double x) { return __builtin_elementwise_abs(x); }
float fabs(float x) { return __builtin_elementwise_abs(x); }
half fabs(half x) { return __builtin_elementwise_abs(x); }
