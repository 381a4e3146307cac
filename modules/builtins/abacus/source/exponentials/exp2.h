// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef ABACUS_EXPONENTIALS_EXP2_H
#define ABACUS_EXPONENTIALS_EXP2_H

#include "exponentials/exponential.h"
#include "exponentials/table_exponential.h"

namespace abacus {

/// 2^x by the table. Infinite x has no rest, and scaled by x this gives infinity or 0.
template <class T> inline T exp2_of_any(T x) {
  const Sixteenths<T> k = nearest_sixteenth(x, 1);
  const T r = x - k.value;
  return exp2_by_table(k, r * near_exp2_tail<double>::of(r));
}

template <class T> T exp2(T x) {
  constexpr bool single = is_same<element_of<T>, float>;
  if constexpr (!single) {
    if (has_table_exponentials()) {
      return exp2_of_any(x);
    }
  }
  x = within(x, single ? -151 : -1076, single ? 129 : 1025);
  const Whole<T> k = nearest(x);
  const T r = x - k.value;
  const T size = muladd(r, exp2_tail<element_of<T>>::of(r), T(1));
  return scaled(size, k);
}

} // namespace abacus

#endif
