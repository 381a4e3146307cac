// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Logarithms of halves. All halves are normal numbers in float.
#ifndef ABACUS_FOR_HALF_LOGARITHMS_H
#define ABACUS_FOR_HALF_LOGARITHMS_H

#include "logarithms/logarithm.h"

namespace abacus::for_half {

inline constexpr double ln2 = 0x1.62e42fefa39efp-1;

/// k + log2(1 + f) by one of the family's polynomials.
template <template <class> class Tail, class T> inline T log2_sum(T k, T f) {
  return muladd(f, Tail<float>::of(f), k);
}
template <template <class> class Tail, class T> inline T log2_of_normal(T x) {
  const LogParts<T> s = log_parts_of_normal(x);
  return log2_sum<Tail>(s.k, s.m - T(1));
}
template <class T> T log2(T x) { return bounded_log(x, log2_of_normal<log2_for_half>(x)); }
template <class T> T log(T x) { return log2(x) * real<T>(ln2); }
template <class T> T log10(T x) { return log2(x) * real<T>(0x1.34413509f79fep-2); }

/// ln(1 + x) for any float.
template <template <class> class Tail = log2_for_half, class T> inline T log1p_of(T x) {
  const T sum = x + T(1);
  const LogParts<T> s = log_parts_of_normal(sum);
  // Near 1 the sum has lost digits of x.
  const T f = choose(magnitude(x) < real<T>(0.25), x, s.m - T(1));
  return bounded_log(sum, log2_sum<Tail>(s.k, f) * real<T>(ln2));
}
template <class T> T log1p(T x) { return signed_like(log1p_of(x), x); }

} // namespace abacus::for_half

#endif
