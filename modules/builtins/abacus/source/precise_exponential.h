// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What all exponential functions share.
#ifndef ABACUS_PRECISE_EXPONENTIAL_H
#define ABACUS_PRECISE_EXPONENTIAL_H

#include "bits.h"
#include "double_double.h"

namespace abacus {

/// e^r - 1 - r - r^2/2 for |r| <= 0.35: Taylor's series to r^14, relative error below 2^-56 of
/// r^3/6.
inline double exp_tail(double r) {
  double p = 0x1.93974a8c07c9dp-37;  // 1/14!
  p = p * r + 0x1.6124613a86d09p-33; // 1/13!
  p = p * r + 0x1.1eed8eff8d898p-29; // 1/12!
  p = p * r + 0x1.ae64567f544e4p-26; // 1/11!
  p = p * r + 0x1.27e4fb7789f5cp-22; // 1/10!
  p = p * r + 0x1.71de3a556c734p-19; // 1/9!
  p = p * r + 0x1.a01a01a01a01ap-16; // 1/8!
  p = p * r + 0x1.a01a01a01a01ap-13; // 1/7!
  p = p * r + 0x1.6c16c16c16c17p-10; // 1/6!
  p = p * r + 0x1.1111111111111p-7;  // 1/5!
  p = p * r + 0x1.5555555555555p-5;  // 1/4!
  p = p * r + 0x1.5555555555555p-3;  // 1/3!
  return p * r * r * r;
}

/// x = k ln 2 + r, |r| <= 0.35; for |x| < 2^20.
struct ExpReduced {
  dd r;
  int k;
};
inline ExpReduced exp_reduce(dd x) {
  const double k = __builtin_elementwise_roundeven(x.hi * inverse_ln2.hi);
  // The parts of ln 2 have 40 bits each: their products with k are exact.
  const dd a = sum(x.hi - k * 0x1.62e42fefa2000p-1, -k * 0x1.9ef35793c6000p-41);
  return {a + (x.lo - k * 0x1.673007e5ed5e8p-81), int(k)};
}

/// e^r for a reduced argument, error below 0.6 units in the last place.
inline double exp_of_reduced(dd r) {
  const dd s = quick_sum(1, r.hi);
  const double square = r.hi * r.hi * 0.5;
  return s.hi + (s.lo + (square + exp_tail(r.hi)) + r.lo * (1 + r.hi));
}
/// e^x, over- and underflowing as it must. NaN gives NaN.
inline double exp_dd(dd x) {
  if (!(x.hi < 710)) {
    return x.hi + infinity<double>();
  }
  if (x.hi < -750) {
    return 0;
  }
  const ExpReduced reduced = exp_reduce(x);
  return scale(exp_of_reduced(reduced.r), reduced.k);
}

} // namespace abacus

#endif
