// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef ABACUS_REMAINDERS_FMOD_H
#define ABACUS_REMAINDERS_FMOD_H

#include "remainders/division.h"

namespace abacus {

/// For all x and y.
template <class T> inline T general_fmod(T x, T y) {
  const T rest = signed_like(divide(x, y).rest, x);
  const auto unbounded = (magnitude(y) == lane_infinity<T>()) & (magnitude(x) < lane_infinity<T>());
  return choose(unbounded, x, rest);
}

template <class T> T fmod(T x, T y) {
  if (!divides_quickly()) {
    return general_fmod(x, y);
  }
  const QuickDivision<T> quick = divide_quickly(magnitude(x), magnitude(y));
  const T rest = signed_like(quick.rest, x);
  return any(!quick.holds) ? choose(quick.holds, rest, general_fmod(x, y)) : rest;
}

} // namespace abacus

#endif
