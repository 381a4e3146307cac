// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "exponential.h"

using namespace abacus;

double exp2(double x) {
  if (!(x < 1025)) {
    return x + infinity<double>();
  }
  if (x < -1080) {
    return 0;
  }
  const double k = __builtin_elementwise_roundeven(x);
  return scale(exp_of_reduced(ln2 * (x - k)), int(k));
}
