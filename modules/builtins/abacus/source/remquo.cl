// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "division.h"

double remquo(double x, double y, __private int* q) { return abacus::remquo(x, y, q); }
float remquo(float x, float y, __private int* q) { return abacus::remquo(x, y, q); }
