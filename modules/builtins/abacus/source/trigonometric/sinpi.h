// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef ABACUS_TRIGONOMETRIC_SINPI_H
#define ABACUS_TRIGONOMETRIC_SINPI_H

#include "trigonometric/half_turns.h"

namespace abacus {

template <class T> T sinpi(T x) {
  using E = element_of<T>;
  using I = signed_of<T>;
  const T size = magnitude(x), whole = __builtin_elementwise_roundeven(size), rest = size - whole;
  // The sum has the last bit of smaller whole numbers; larger ones leave no rest.
  const T large = T(power_of_two<E>(format<E>::mantissa));
  const I odd = as<I>(whole + large) << I(bits_of<T> - 1);
  // The zero of whole numbers is positive before it has the sign of x.
  return odd_function(x, sine_of_half_turn(as<T>(as<I>(rest) ^ odd)));
}

} // namespace abacus

#endif
