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
    return log_by_quotient<log_quotient_tail<E>>(x, more, Base{ln2_high<E>, ln2_low<E>, 2, 0});
  } else {
    // ln(1 + f) as f - f^2 / 2, what rounding that leaves, and a rest, which is a twentieth of it.
    const Split<T> parts = split_normal(x, least_float_part);
    const T k = cast<T>(parts.k) + more, f = parts.m - T(1), minus_half = f * T(-0.5);
    const T near = muladd(f, minus_half, f), left = muladd(f, minus_half, f - near);
    const T high = real<T>(ln2_high<E>), sum = muladd(k, high, near);
    const T low = muladd(k, real<T>(ln2_low<E>), left) + (near - muladd(-k, high, sum));
    return sum + muladd(f * f * f, log_tail_of_square<E>::of(f), low);
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
