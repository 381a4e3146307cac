// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "types.h"

double mad(double a, double b, double c) { return a * b + c; }
float mad(float a, float b, float c) { return a * b + c; }
half mad(half a, half b, half c) { return a * b + c; }
