// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Arctangents, arcsines and arccosines, accurate or quick.
#ifndef ABACUS_ARCS_ARCS_H
#define ABACUS_ARCS_ARCS_H

#include "arcs/accurate_arcs.h"
#include "arcs/quick_arcs.h"

namespace abacus {

template <class T> inline T arcsine(T x, AngleUnit unit) {
  return __mux_wants_accurate_math() ? accurate::arcsine(x, unit) : quick::arcsine(x, unit);
}
template <class T> inline T arccosine(T x, AngleUnit unit) {
  return __mux_wants_accurate_math() ? accurate::arccosine(x, unit) : quick::arccosine(x, unit);
}
template <class T> inline T arctangent(T x, AngleUnit unit) {
  const T size = magnitude(x);
  return odd_function(x, __mux_wants_accurate_math() ? accurate::arctangent_of_size(size, unit)
                                                     : quick::arctangent_of_size(size, unit));
}

/// Two sizes of the same ratio as others that may be too large or too small. Those of two
/// infinities are equal, two zeros have the ratio 0, as has infinity.
template <class T> struct ScaledSides {
  T small, large;
};
template <class T> inline ScaledSides<T> scaled_sides(T small, T large) {
  constexpr bool single = is_same<element_of<T>, float>;
  const auto huge = large > real<T>(single ? 0x1p120 : 0x1p1016);
  const auto tiny = (small < real<T>(single ? 0x1p-96 : 0x1p-960)) & (large < T(1));
  const auto infinite = large == lane_infinity<T>();
  const T scale = choose(huge, real<T>(0x1p-8), choose(tiny, real<T>(0x1p64), T(1)));
  return {choose(infinite, choose(small == large, T(1), small - small), small * scale), // 0 or NaN
          choose(infinite | (large == T(0)), T(1), large * scale)};
}

/// The angle of the point (x, y), with every special case of atan2.
template <class T> inline T angle_of_point(T y, T x, AngleUnit unit) {
  using E = element_of<T>;
  const T across = magnitude(x), up = magnitude(y);
  const auto steep = up > across;
  const T small = choose(steep, across, up), large = choose(steep, up, across);
  if (!__mux_wants_accurate_math() && !quick::has_table_arctangents<E>()) {
    quick::Angle<T> a = quick::arctangent_of_ratio(small, large, unit);
    const auto usual = quick::is_usual_ratio(a, large);
    if (any(!usual)) {
      const ScaledSides<T> sides = scaled_sides(small, large);
      const quick::Angle<T> scaled = quick::arctangent_of_ratio(sides.small, sides.large, unit);
      a = {choose(usual, a.eighths, scaled.eighths), choose(usual, a.rest, scaled.rest)};
    }
    return quick::angle_of_point(y, x, a, unit);
  }
  // Where a reciprocal or the rest of a division could underflow.
  constexpr bool single = is_same<E, float>;
  ScaledSides<T> sides = {small, large};
  if (any((large > real<T>(single ? 0x1p120 : 0x1p1016)) |
          (small < real<T>(single ? 0x1p-96 : 0x1p-960)))) {
    sides = scaled_sides(small, large);
  }
  if (__mux_wants_accurate_math()) {
    return accurate::angle_of_point(y, x, accurate::arctangent_of_ratio(sides.small, sides.large),
                                    unit);
  }
  return quick::angle_of_point(y, x, quick::arctangent_of_ratio(sides.small, sides.large, unit),
                               unit);
}

} // namespace abacus

#endif
