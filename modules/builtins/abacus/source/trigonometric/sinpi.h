// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef ABACUS_TRIGONOMETRIC_SINPI_H
#define ABACUS_TRIGONOMETRIC_SINPI_H

#include "trigonometric/half_turns.h"

namespace abacus {

template <class T> T sinpi(T x) {
  const T rest = less_whole_turns(magnitude(x)), size = magnitude(rest), other = T(1) - size;
  const T value = sine_of_half_turn(choose(size < other, size, other));
  return odd_function(x, signed_like(value, rest) + T(0)); // not -0 for whole numbers
}

} // namespace abacus

#endif
