// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef ABACUS_LOGARITHMS_LOG_H
#define ABACUS_LOGARITHMS_LOG_H

#include "logarithms/logarithm.h"
#include "logarithms/table_logarithm.h"

namespace abacus {

/// ln(x 2^more) for positive normal x.
template <class T> inline T log_of_normal(T x, T more) {
  using E = element_of<T>;
  if constexpr (is_same<E, double>) {
    return log_of_normal_double<quotient_log<E>>(x, more, Base{ln2_high<E>, ln2_low<E>, 1, 0});
  } else {
    if (has_short_tables()) {
      IntervalParts<T> parts = centred_parts<8>(x);
      parts.k = parts.k + more;
      const Twofold<T> sum = log_by_interval<CentredNaturalLogarithm>(parts);
      return sum.hi + sum.lo;
    }
    const Split<T> parts = split_normal(x, least_float_part);
    const Twofold<T> sum = log_by_square(cast<T>(parts.k) + more, parts.m - T(1), T(0));
    return sum.hi + sum.lo;
  }
}

template <class T> T log(T x) {
  if (has_table_logarithms()) {
    return log_by_table<NaturalLogarithm>(x);
  }
  return log_of_any(x, [](T normal, T more) { return log_of_normal(normal, more); });
}

} // namespace abacus

#endif
