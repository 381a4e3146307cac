// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef ABACUS_TRIGONOMETRIC_TANPI_H
#define ABACUS_TRIGONOMETRIC_TANPI_H

#include "trigonometric/half_turns.h"

namespace abacus {

template <class T> T tanpi(T x) {
  const T size = magnitude(x);
  const T whole = __builtin_elementwise_roundeven(size);
  const T rest = size - whole; // from -1/2 to 1/2
  const T sine = sine_of_half_turn(magnitude(rest));
  const T cosine = sine_of_half_turn(real<T>(0.5) - magnitude(rest));
  const T value = signed_like(sine / cosine, rest);
  // At whole numbers the tangent is 0, with a minus at odd ones.
  const T halved = whole * real<T>(0.5);
  const auto odd = halved != __builtin_elementwise_roundeven(halved);
  return odd_function(x, choose(rest == T(0), choose(odd, -T(0), T(0)), value));
}

} // namespace abacus

#endif
