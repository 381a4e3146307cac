// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// x^y for all arguments, but for how pow, pown, powr and rootn treat special ones.
#ifndef ABACUS_PRECISE_POWER_H
#define ABACUS_PRECISE_POWER_H

#include "precise_exponential.h"
#include "precise_logarithm.h"

namespace abacus {

/// |x|^(y / divisor) for finite x other than 0.
inline double power_of_size(double x, double y, double divisor) {
  dd exponent_of_e = log_dd({absolute(x), 0});
  if (absolute(y) > 0x1p70) { // beyond all doubt, and product() must not overflow
    y = with_sign(0x1p70, y);
  }
  exponent_of_e = exponent_of_e * y;
  return exp_dd(choose(divisor == 1, exponent_of_e, exponent_of_e / divisor));
}

/// 2 for an even whole number, 1 for an odd one, 0 for any other.
inline int parity(double y) {
  if (absolute(y) >= 0x1p53) {
    return 2;
  }
  if (y != __builtin_elementwise_trunc(y)) {
    return 0;
  }
  return long(y) & 1 ? 1 : 2;
}

/// x^y as C's pow defines it.
inline double power(double x, double y) {
  if (y == 0 || x == 1) {
    return 1;
  }
  if (is_nan(x) || is_nan(y)) {
    return quiet_nan<double>();
  }
  if (is_infinite(y)) {
    const double size = absolute(x);
    return size == 1 ? 1 : (size > 1) == (y > 0) ? infinity<double>() : 0;
  }
  const int kind = parity(y);
  const bool minus = negative(x) && kind == 1;
  double result;
  if (x == 0 || is_infinite(x)) {
    result = (x == 0) == (y > 0) ? 0 : infinity<double>();
  } else if (x < 0 && kind == 0) {
    return quiet_nan<double>();
  } else {
    result = power_of_size(x, y, 1);
  }
  return minus ? -result : result;
}

} // namespace abacus

#endif
