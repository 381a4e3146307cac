// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef ABACUS_EXPONENTIALS_EXP2_H
#define ABACUS_EXPONENTIALS_EXP2_H

#include "exponentials/exponential.h"

namespace abacus {

template <class T> T exp2(T x) {
  constexpr bool single = is_same<element_of<T>, float>;
  x = within(x, single ? -151 : -1076, single ? 129 : 1025);
  const Whole<T> k = nearest(x);
  const T r = x - k.value;
  const T size = muladd(r, exp2_tail<element_of<T>>::of(r), T(1));
  return scaled(size, k);
}

} // namespace abacus

#endif
