// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef ABACUS_REMAINDERS_REMAINDER_H
#define ABACUS_REMAINDERS_REMAINDER_H

#include "remainders/division.h"

namespace abacus {

template <class T> T remainder(T x, T y) {
  signed_of<T> quotient;
  if (!divides_quickly()) {
    return nearest_remainder(x, y, &quotient);
  }
  const NearestDivision<T> quick = divide_to_nearest_quickly(magnitude(x), magnitude(y));
  const T rest = odd_function(x, quick.rest);
  return any(!quick.holds) ? choose(quick.holds, rest, nearest_remainder(x, y, &quotient)) : rest;
}

} // namespace abacus

#endif
