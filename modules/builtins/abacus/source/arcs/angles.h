// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What inverse trigonometric functions share: radians and half turns, in which they give angles.
#ifndef ABACUS_ARCS_ANGLES_H
#define ABACUS_ARCS_ANGLES_H

#include "arithmetic/lanes.h"

namespace abacus {

/// pi in two parts, of which small multiples of the first are exact.
template <class E>
inline constexpr double pi_high = is_same<E, float> ? 0x1.921fbp+1 : 0x1.921fb54442d18p+1;
template <class E>
inline constexpr double pi_low = is_same<E, float> ? 0x1.5110b4611a626p-21 : 0x1.1a62633145c07p-53;
/// What pi has beyond the nearest number of the type.
template <class E>
inline constexpr double pi_below =
    is_same<E, float> ? -0x1.777a5cf72cecep-24 : 0x1.1a62633145c07p-53;

/// The unit of an angle: half a turn in two parts, and the factor from radians.
struct AngleUnit {
  double half_turn, half_turn_rest, factor;
};
template <class E> inline constexpr AngleUnit radians = {pi_high<E>, pi_low<E>, 1};
inline constexpr AngleUnit half_turns = {1, 0, inverse_pi_value};

/// t^2 for t >= 0, or what does not matter beside 1 either: CPUs are slow to make denormal numbers.
template <class T> inline T square_of_ratio(T t) {
  if constexpr (is_same<element_of<T>, float>) {
    t = choose(t > real<T>(0x1p-50), t, real<T>(0x1p-50));
  }
  return t * t;
}

} // namespace abacus

#endif
