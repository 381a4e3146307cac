// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef ABACUS_LOG10_H
#define ABACUS_LOG10_H

#include "logarithm.h"

namespace abacus {

template <class T> T log10(T x) {
  constexpr bool single = is_same<element_of<T>, float>;
  // The higher part of log10 2 is so short that its product with k is exact.
  const T high = real<T>(single ? 0x1.344p-2 : 0x1.34413509f6000p-2);
  const T low = real<T>(single ? 0x1.3509f79fef312p-18 : 0x1.9fef311f12b36p-42);
  constexpr Factor factor = {0x1.bcb7b2p-2, -0x1.5b235e39ab2a9p-27, 0x1.bcb7b1526e50ep-2,
                             0x1.95355baaafad3p-57}; // 1 / ln 10
  const Split<T> s = split(x);
  const T k = cast<T>(s.k);
  return bounded_log(x, muladd(k, high, muladd(k, low, scaled_log<T>(s.m - T(1), factor))));
}

} // namespace abacus

#endif
