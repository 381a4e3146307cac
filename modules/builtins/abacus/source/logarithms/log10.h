// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef ABACUS_LOGARITHMS_LOG10_H
#define ABACUS_LOGARITHMS_LOG10_H

#include "logarithms/logarithm.h"

namespace abacus {

template <class T> T log10(T x) {
  const T high = real<T>(log10_2_high<element_of<T>>), low = real<T>(log10_2_low<element_of<T>>);
  constexpr Factor factor = {0x1.bcb7b2p-2, -0x1.5b235e39ab2a9p-27, 0x1.bcb7b1526e50ep-2,
                             0x1.95355baaafad3p-57}; // 1 / ln 10
  const LogParts<T> s = log_parts(x);
  const T k = s.k;
  const T log = scaled_log<log10_rest<float>>(s.m - T(1), factor);
  return bounded_log(x, muladd(k, high, muladd(k, low, log)));
}

} // namespace abacus

#endif
