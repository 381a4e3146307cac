// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Sines of angles given in half turns, for which nothing has to be reduced but whole turns.
#ifndef ABACUS_TRIGONOMETRIC_HALF_TURNS_H
#define ABACUS_TRIGONOMETRIC_HALF_TURNS_H

#include "trigonometric/trigonometric.h"

namespace abacus {

/// sin(pi x) for x from -1/2 to 1/2.
template <class T> inline T sine_of_half_turn(T x) {
  return x * sinpi_series<element_of<T>>::of(x * x);
}
/// x minus the nearest even number, exactly: from -1 to 1; NaN if x is infinite.
template <class T> inline T less_whole_turns(T x) {
  const T turns = __builtin_elementwise_roundeven(x * real<T>(0.5));
  return muladd(turns, T(-2), x);
}

} // namespace abacus

#endif
