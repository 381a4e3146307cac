// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef ABACUS_ARITHMETIC_POLYNOMIAL_H
#define ABACUS_ARITHMETIC_POLYNOMIAL_H

#include "types.h"

namespace abacus {

/// a * b + c, fused where that is as fast.
template <class T> inline T muladd(T a, T b, T c) {
#pragma clang fp contract(on)
  return a * b + c;
}

/// The polynomial with these coefficients, highest power first.
template <class T, class... C> inline T horner(T x, double first, C... rest) {
  T p = T(element_of<T>(first));
  ((p = muladd(p, x, T(element_of<T>(rest)))), ...);
  return p;
}

} // namespace abacus

#endif
