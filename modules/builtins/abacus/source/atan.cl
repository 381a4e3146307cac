// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "arctangent.h"

using namespace abacus;

double atan(double x) { return is_nan(x) || absolute(x) < 0x1p-30 ? x : value(atan_dd(x)); }
