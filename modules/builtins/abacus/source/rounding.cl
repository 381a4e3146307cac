// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// ceil, floor, rint, round, trunc, in all types.
#include "bits.h"

namespace abacus {

/// Half-way cases away from zero: the number just below 1/2 keeps smaller ones from reaching up.
template <class T> T round_away(T x) {
  const T below_half = as<T>(unsigned_of<T>(as<unsigned_of<T>>(T(0.5)) - 1));
  const T result = __builtin_elementwise_trunc(T(x + with_sign(below_half, x)));
  return with_sign(result, x);
}

} // namespace abacus

#define ROUNDING(T)                                                                                \
  T ceil(T x) { return __builtin_elementwise_ceil(x); }                                            \
  T floor(T x) { return __builtin_elementwise_floor(x); }                                          \
  T rint(T x) { return __builtin_elementwise_roundeven(x); }                                       \
  T trunc(T x) { return __builtin_elementwise_trunc(x); }                                          \
  T round(T x) { return abacus::round_away(x); }

ROUNDING(half)
ROUNDING(float)
ROUNDING(double)
