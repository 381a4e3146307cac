// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef ABACUS_REMAINDERS_REMQUO_H
#define ABACUS_REMAINDERS_REMQUO_H

#include "remainders/division.h"

namespace abacus {

template <class T> T remquo(T x, T y, __private vec<int, width_of<T>>* quotient) {
  signed_of<T> low;
  const T rest = nearest_remainder(x, y, &low);
  *quotient = cast<vec<int, width_of<T>>>(low);
  return rest;
}

} // namespace abacus

#endif
