// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Quotients that need not be rounded correctly: by estimates, where the CPU has these. That pays
// where a function has a division or a root already, which keeps the CPU's divider busy.
#ifndef ABACUS_ARITHMETIC_ESTIMATES_H
#define ABACUS_ARITHMETIC_ESTIMATES_H

#include "arithmetic/exponents.h"
#include "arithmetic/lanes.h"

namespace abacus {

/// Whether estimates are used; what they give may differ in the last place.
inline bool uses_estimates() {
  return __mux_has_exponent_operations() && !__mux_wants_accurate_math();
}

/// Whether reciprocals and quotients are estimates that are refined.
inline bool estimates_quotients() { return uses_estimates() && !__mux_has_fast_division(); }

/// Whether roots are made of estimates, too; of floats also where there are only the older ones,
/// which need a fused multiply-add.
template <class E> inline bool estimates_roots() {
  return uses_estimates() || (is_same<E, float> && __mux_has_float_estimates() && __mux_has_fma() &&
                              !__mux_wants_accurate_math());
}

/// What is missing of 1 in x times its estimated reciprocal, and the factor that makes up for it:
/// e, or e + e^2, so that e^2 or e^3 is what remains.
template <class T> inline T correction(T e) {
  return is_same<element_of<T>, float> ? e : muladd(e, e, e);
}

/// 1 / x, within 0.6 units in the last place of floats where both are normal numbers.
template <class T> inline T near_reciprocal_of_normal(T x) {
  if (!estimates_quotients()) {
    return T(1) / x;
  }
  const T y = reciprocal_estimate_by_instruction(x);
  T better = muladd(y, correction(muladd(-x, y, T(1))), y);
  if constexpr (is_same<element_of<T>, double>) {
    better = muladd(better, muladd(-x, better, T(1)), better);
  }
  return better;
}
/// The same, right for 0 and infinity, too; of denormal numbers the estimate.
template <class T> inline T near_reciprocal(T x) {
  const T near = near_reciprocal_of_normal(x);
  return estimates_quotients() ? choose(near == near, near, reciprocal_estimate_by_instruction(x))
                               : near;
}

/// 1 / x to half of the type's digits or more, likewise.
template <class T> inline T rough_reciprocal_of_normal(T x) {
  if (!estimates_quotients()) {
    return T(1) / x;
  }
  const T y = reciprocal_estimate_by_instruction(x);
  return is_same<element_of<T>, float> ? y : muladd(y, muladd(-x, y, T(1)), y);
}

/// a / b, within 0.51 units in the last place, for normal numbers of which 1 / b is one, too.
template <class T> inline T near_quotient(T a, T b) {
  if (!estimates_quotients()) {
    return a / b;
  }
  const T y = reciprocal_estimate_by_instruction(b), e = muladd(-b, y, T(1));
  const T inverse = muladd(y, correction(e), y), q = a * inverse;
  return muladd(muladd(-q, b, a), inverse, q);
}

} // namespace abacus

#endif
