// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "logarithm.h"

using namespace abacus;

double log1p(double x) {
  if (!(x > -1) || !is_finite(x)) {
    return log_of_special(x == -1 ? 0.0 : x);
  }
  return absolute(x) < 0x1p-54 ? x : value(log1p_dd({x, 0}));
}
