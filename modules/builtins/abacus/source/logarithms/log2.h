// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef ABACUS_LOGARITHMS_LOG2_H
#define ABACUS_LOGARITHMS_LOG2_H

#include "logarithms/logarithm.h"
#include "logarithms/table_logarithm.h"

namespace abacus {

/// log2(x 2^more) for positive normal x.
template <class T> inline T log2_of_normal(T x, T more) {
  if constexpr (is_same<element_of<T>, float>) {
    return log_of_normal_float<log2_of_float<double>>(x, more, 1);
  } else {
    return log_of_normal_double<quotient_log2<double>>(
        x, more, Base{1, 0, 0x1.71547652b82fep+0, 0x1.777d0ffda0d24p-56});
  }
}

template <class T> T log2(T x) {
  if (has_table_logarithms()) {
    return log_by_table<BinaryLogarithm>(x);
  }
  return log_of_any(x, [](T normal, T more) { return log2_of_normal(normal, more); });
}

} // namespace abacus

#endif
