// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef ABACUS_TRIGONOMETRIC_COSPI_H
#define ABACUS_TRIGONOMETRIC_COSPI_H

#include "trigonometric/half_turns.h"

namespace abacus {

template <class T> T cospi(T x) {
  const T rest = magnitude(less_whole_turns(x));
  return sine_of_half_turn(real<T>(0.5) - rest);
}

} // namespace abacus

#endif
