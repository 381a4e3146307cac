// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The natural logarithm to some 64 bits, on which all logarithms and powers rest.
#ifndef ABACUS_PRECISE_LOGARITHM_H
#define ABACUS_PRECISE_LOGARITHM_H

#include "bits.h"
#include "double_double.h"

namespace abacus {

/// ln(1 + f) for 1 + f between sqrt(1/2) and sqrt(2), as 2 artanh(f / (2 + f)): error 2^-64 of it.
inline dd log_near_one(dd f) {
  const dd s = f / (dd{2, 0} + f);
  const dd z = s * s;
  // 1/5 + z/7 + ... + z^11/27, |z| < 0.0295
  double q = 1.0 / 27;
  q = q * z.hi + 1.0 / 25;
  q = q * z.hi + 1.0 / 23;
  q = q * z.hi + 1.0 / 21;
  q = q * z.hi + 1.0 / 19;
  q = q * z.hi + 1.0 / 17;
  q = q * z.hi + 1.0 / 15;
  q = q * z.hi + 1.0 / 13;
  q = q * z.hi + 1.0 / 11;
  q = q * z.hi + 1.0 / 9;
  q = q * z.hi + 1.0 / 7;
  q = q * z.hi + 1.0 / 5;
  const dd third = {0x1.5555555555555p-2, 0x1.5555555555555p-56};
  const dd sum_of_rest = third + z * q;
  const dd half_result = s + s * (z * sum_of_rest);
  return {2 * half_result.hi, 2 * half_result.lo};
}

/// ln(x.hi + x.lo) for positive finite x, denormals included; x.lo = 0 for denormal x.hi.
inline dd log_dd(dd x) {
  int k = exponent(x.hi);
  dd m = {scale(x.hi, -k), scale(x.lo, -k)};
  if (m.hi > 0x1.6a09e667f3bcdp+0) {
    m = {m.hi * 0.5, m.lo * 0.5};
    ++k;
  }
  const dd near = log_near_one(quick_sum(m.hi - 1, m.lo));
  if (k == 0) {
    return near;
  }
  const double power = k;
  const dd whole = quick_sum(power * 0x1.62e42fefa2000p-1, power * 0x1.9ef35793c6000p-41) +
                   power * 0x1.673007e5ed5e8p-81;
  return whole + near;
}

} // namespace abacus

#endif
