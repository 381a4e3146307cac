// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "logarithm.h"

using namespace abacus;

double acosh(double x) {
  if (!(x >= 1)) {
    return quiet_nan<double>();
  }
  if (x == 1 || is_infinite(x)) {
    return x == 1 ? 0 : x;
  }
  if (x > 0x1p30) {
    return value(log_dd({x, 0}) + ln2);
  }
  // ln(1 + t + sqrt(t (2 + t))), t = x - 1
  const dd t = sum(x, -1);
  return value(log1p_dd(t + root(t * (t + 2.0))));
}
