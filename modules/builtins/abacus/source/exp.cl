// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "exponential.h"

double exp(double x) { return abacus::exp_dd({x, 0}); }
