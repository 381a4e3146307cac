// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "logarithm.h"

using namespace abacus;

double log(double x) { return log_is_special(x) ? log_of_special(x) : value(log_dd({x, 0})); }
