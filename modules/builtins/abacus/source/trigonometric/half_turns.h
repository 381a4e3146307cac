// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Sines of angles given in half turns, for which nothing has to be reduced but whole turns.
#ifndef ABACUS_TRIGONOMETRIC_HALF_TURNS_H
#define ABACUS_TRIGONOMETRIC_HALF_TURNS_H

#include "trigonometric/trigonometric.h"

namespace abacus {

/// The largest number of the element's precision below pi.
template <class E>
inline constexpr double below_pi = is_same<E, float> ? 0x1.921fb4p+1 : 0x1.921fb54442d18p+1;

/// sin(pi x) for x from -1/2 to 1/2; +0 if x is 0.
template <class T> inline T sine_of_half_turn(T x) {
  using E = element_of<T>;
  if constexpr (is_same<E, float>) {
    // What is added to the first term is no more than three eighths of the sum.
    const T tail = sinpi_tail<E>::of(x * x);
    return __mux_has_fma() ? muladd(x, real<T>(2.75), muladd(x, tail, T(0)))
                           : x * (real<T>(2.75) + tail) + T(0);
  } else {
    return muladd(x, sinpi_series<E>::of(x * x), T(0));
  }
}
/// x minus the nearest even number, exactly: from -1 to 1; NaN if x is infinite.
template <class T> inline T less_whole_turns(T x) {
  const T turns = __builtin_elementwise_roundeven(x * real<T>(0.5));
  return muladd(turns, T(-2), x);
}

} // namespace abacus

#endif
