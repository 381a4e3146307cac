// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef ABACUS_EXPONENTIALS_EXP10_H
#define ABACUS_EXPONENTIALS_EXP10_H

#include "exponentials/exponential.h"

namespace abacus {

template <class T> T exp10(T x) {
  constexpr bool single = is_same<element_of<T>, float>;
  x = within(x, single ? -46 : -325, single ? 39 : 309);
  const T high = real<T>(log10_2_high<element_of<T>>), low = real<T>(log10_2_low<element_of<T>>);
  const Whole<T> k = nearest(x, real<T>(0x1.a934f0979a371p+1));
  const T r = muladd(-k.value, low, muladd(-k.value, high, x));
  const T size = muladd(r, exp10_tail<element_of<T>>::of(r), T(1));
  return scaled(size, k);
}

} // namespace abacus

#endif
