// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Sums of two numbers, for what must be known to more bits than the type has.
#ifndef ABACUS_ARITHMETIC_EXACT_H
#define ABACUS_ARITHMETIC_EXACT_H

#include "arithmetic/lanes.h"

namespace abacus {

/// hi + lo, |lo| at most half a unit in the last place of hi.
template <class T> struct Twofold {
  T hi, lo;
};

/// The higher half of x's bits, rounded, which leaves a bit less to the lower half; cut off where
/// rounding would lead to infinity.
template <class T> inline T higher_half(T x) {
  using E = element_of<T>;
  using U = unsigned_of<T>;
  constexpr int dropped = format<E>::mantissa + 1 - (format<E>::mantissa + 1) / 2;
  const U mask = U(element_of<U>(~element_of<U>(0) << dropped));
  const U nudge = U(element_of<U>(element_of<U>(1) << (dropped - 1)));
  const T rounded = as<T>((as<U>(x) + nudge) & mask);
  return choose(magnitude(rounded) < lane_infinity<T>(), rounded, as<T>(as<U>(x) & mask));
}

/// a b exactly, if nothing overflows and the lower part does not underflow.
template <class T> inline Twofold<T> exact_product(T a, T b) {
  const T p = a * b;
  if (__mux_has_fma()) {
    return {p, __builtin_elementwise_fma(a, b, -p)};
  }
  // Dekker: products of halves are exact.
  const T a1 = higher_half(a), b1 = higher_half(b);
  const T a2 = a - a1, b2 = b - b1;
  return {p, ((a1 * b1 - p) + a1 * b2 + a2 * b1) + a2 * b2};
}

/// a - q b, which must be a number of T: so it is where q is a / b rounded, or that cut to a whole
/// number of no more bits than T has.
template <class T> inline T less_product(T a, T q, T b) {
  if (__mux_has_fma()) {
    return __builtin_elementwise_fma(-q, b, a);
  }
  // In halves, where a rounded quotient's product could overflow.
  const auto large = magnitude(a) >= power_of_two<element_of<T>>(bias<element_of<T>>);
  const T scale = choose(large, real<T>(0.5), T(1));
  const Twofold<T> p = exact_product(q * scale, b);
  const T rest = (a * scale - p.hi) - p.lo;
  return choose(large, rest + rest, rest);
}

/// a + b exactly; |a| >= |b| or a = 0.
template <class T> inline Twofold<T> ordered_sum(T a, T b) {
  const T s = a + b;
  return {s, b - (s - a)};
}
/// c - a b, |c| at least 2 |a b|.
template <class T> inline Twofold<T> exact_rest(T c, T a, T b) {
  if (__mux_has_fma()) {
    const T rest = __builtin_elementwise_fma(-a, b, c);
    return {rest, __builtin_elementwise_fma(-a, b, c - rest)};
  }
  const Twofold<T> p = exact_product(a, b), rest = ordered_sum(c, -p.hi);
  return {rest.hi, rest.lo - p.lo};
}
/// a + b exactly.
template <class T> inline Twofold<T> exact_sum(T a, T b) {
  const T s = a + b, t = s - a;
  return {s, (a - (s - t)) + (b - t)};
}

/// a b to nearly twice the bits.
template <class T> inline Twofold<T> product(Twofold<T> a, Twofold<T> b) {
  const Twofold<T> p = exact_product(a.hi, b.hi);
  return {p.hi, muladd(a.hi, b.lo, muladd(a.lo, b.hi, p.lo))};
}
/// The polynomial whose higher terms have the sum `inner` x^n, and the others these n coefficients,
/// highest power first, to nearly twice the bits but for the inner sum.
template <class T, class... C>
inline Twofold<T> twofold_horner(Twofold<T> x, T inner, C... coefficients) {
  const Twofold<double> each[] = {coefficients...};
  Twofold<T> sum = {inner, T(0)};
  for (int i = 0; i < int(sizeof...(C)); ++i) {
    const Twofold<T> p = product(x, sum), s = exact_sum(real<T>(each[i].hi), p.hi);
    sum = {s.hi, s.lo + (p.lo + real<T>(each[i].lo))};
  }
  return sum;
}

/// a / b, within little more than half a unit in the last place; 1 / b must be a normal number.
template <class T> inline T quotient(Twofold<T> a, Twofold<T> b) {
  const T inverse = T(1) / b.hi, q = a.hi * inverse;
  return muladd(less_product(a.hi, q, b.hi) + (a.lo - q * b.lo), inverse, q);
}

} // namespace abacus

#endif
