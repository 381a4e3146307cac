// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "trigonometric.h"

using namespace abacus;

double cos(double x) { return is_finite(x) ? cos_of(reduce(x)) : quiet_nan<double>(); }
