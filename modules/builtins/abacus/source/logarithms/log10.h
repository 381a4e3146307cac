// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef ABACUS_LOGARITHMS_LOG10_H
#define ABACUS_LOGARITHMS_LOG10_H

#include "logarithms/logarithm.h"
#include "logarithms/table_logarithm.h"

namespace abacus {

/// log10(x 2^more) for positive normal x.
template <class T> inline T log10_of_normal(T x, T more) {
  if constexpr (is_same<element_of<T>, float>) {
    return log_of_normal_float<log10_of_float<double>>(x, more, 0x1.34413509f79ffp-2);
  } else {
    return log_of_normal_double<quotient_log10<double>>(
        x, more,
        Base{log10_2_high<double>, log10_2_low<double>, 0x1.bcb7b1526e50ep-2,
             0x1.95355baaafad3p-57});
  }
}

template <class T> T log10(T x) {
  if (has_table_logarithms()) {
    return log_by_table<CommonLogarithm>(x);
  }
  return log_of_any(x, [](T normal, T more) { return log10_of_normal(normal, more); });
}

} // namespace abacus

#endif
