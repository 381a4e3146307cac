// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef ABACUS_REMAINDERS_REMQUO_H
#define ABACUS_REMAINDERS_REMQUO_H

#include "remainders/division.h"

namespace abacus {

/// The remainder and the quotient's low seven bits with its sign.
template <class T> inline T quick_remquo(T x, T y, __private signed_of<T>* low) {
  using I = signed_of<T>;
  const NearestDivision<T> quick = divide_to_nearest_quickly(magnitude(x), magnitude(y));
  // The sum has the last bits of whole numbers below 2^(mantissa - 1), as quick quotients are.
  const T large = T(power_of_two<element_of<T>>(format<element_of<T>>::mantissa));
  const I bits = as<I>(quick.n + large) & I(127);
  const auto is_minus = (as<I>(x) ^ as<I>(y)) < I(0);
  const T rest = odd_function(x, quick.rest);
  *low = choose(is_minus, -bits, bits);
  if (!any(!quick.holds)) {
    return rest;
  }
  I general_low;
  const T general = nearest_remainder(x, y, &general_low);
  *low = choose(quick.holds, *low, general_low);
  return choose(quick.holds, rest, general);
}

template <class T> T remquo(T x, T y, __private vec<int, width_of<T>>* quotient) {
  signed_of<T> low;
  const T rest = divides_quickly() ? quick_remquo(x, y, &low) : nearest_remainder(x, y, &low);
  *quotient = cast<vec<int, width_of<T>>>(low);
  return rest;
}

} // namespace abacus

#endif
