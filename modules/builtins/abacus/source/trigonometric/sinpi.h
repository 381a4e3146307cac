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
  // Of whole numbers 0, which the sum makes positive, before it has the sign of x.
  const T turned = as<T>(as<I>(rest) ^ odd);
  return odd_function(x, muladd(turned, sinpi_series<E>::of(rest * rest), T(0)));
}

} // namespace abacus

#endif
