// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "trigonometric.h"

using namespace abacus;

double sinpi(double x) {
  if (!is_finite(x)) {
    return quiet_nan<double>();
  }
  if (absolute(x) < 0x1p-500) {
    return tiny_times(pi, x);
  }
  const double n = whole_if_large(x);
  if (n == __builtin_elementwise_trunc(n)) {
    return with_sign(0.0, x);
  }
  return sin_of(reduce_times_pi(n));
}
