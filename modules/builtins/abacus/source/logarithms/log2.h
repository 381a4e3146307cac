// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef ABACUS_LOGARITHMS_LOG2_H
#define ABACUS_LOGARITHMS_LOG2_H

#include "logarithms/logarithm.h"

namespace abacus {

template <class T> T log2(T x) {
  constexpr Factor factor = {0x1.715476p+0, 0x1.4ae0bf85ddf44p-26, 0x1.71547652b82fep+0,
                             0x1.777d0ffda0d24p-56}; // 1 / ln 2
  const LogParts<T> s = log_parts(x);
  return bounded_log(x, s.k + scaled_log<log2_rest<float>>(s.m - T(1), factor));
}

} // namespace abacus

#endif
