// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef ABACUS_EXP10_H
#define ABACUS_EXP10_H

#include "exponential.h"

namespace abacus {

template <class T> T exp10(T x) {
  constexpr bool single = is_same<element_of<T>, float>;
  x = within(x, single ? -46 : -325, single ? 39 : 309);
  // The higher part of log10 2 is so short that its product with k is exact.
  const T high = real<T>(single ? 0x1.344p-2 : 0x1.34413509f6000p-2);
  const T low = real<T>(single ? 0x1.3509f79fef312p-18 : 0x1.9fef311f12b36p-42);
  const Whole<T> k = nearest(x, real<T>(0x1.a934f0979a371p+1));
  const T r = muladd(-k.value, low, muladd(-k.value, high, x));
  const T size = muladd(r, exp10_tail<element_of<T>>::of(r), T(1));
  return scaled(size, k.number);
}

} // namespace abacus

#endif
