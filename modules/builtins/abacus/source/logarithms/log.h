// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef ABACUS_LOGARITHMS_LOG_H
#define ABACUS_LOGARITHMS_LOG_H

#include "logarithms/logarithm.h"

namespace abacus {

template <class T> T log(T x) {
  const LogParts<T> s = log_parts(x);
  const T f = s.m - T(1);
  return bounded_log(x, log_sum(s.k, f, log_rest(f)));
}

} // namespace abacus

#endif
