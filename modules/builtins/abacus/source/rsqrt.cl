// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "bits.h"

double rsqrt(double x) { return 1 / __builtin_elementwise_sqrt(x); }
