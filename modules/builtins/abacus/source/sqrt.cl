// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "types.h"

double sqrt(double x) { return __builtin_elementwise_sqrt(x); }
float sqrt(float x) { return __builtin_elementwise_sqrt(x); }
