// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef ABACUS_HYPERBOLIC_ATANH_H
#define ABACUS_HYPERBOLIC_ATANH_H

#include "arithmetic/estimates.h"
#include "logarithms/log1p.h"

namespace abacus {

/// Whether what rounding has left of 1 - x counts: of doubles it takes more time than its half unit
/// is worth where divisions are slow.
template <class E> inline bool keeps_rest_of_difference() {
  return is_same<E, float> || !estimates_quotients();
}

/// artanh x = ln(1 + 2 x / (1 - x)) / 2 for x from 0 to the number below 1: the quotient to twice
/// the bits.
template <class T> inline T atanh_of_size(T x) {
  const T d = T(1) - x, twice = x + x, inverse = rough_reciprocal_of_normal(d), q = twice * inverse;
  T rest = less_product(twice, q, d);
  if (keeps_rest_of_difference<element_of<T>>()) {
    rest = muladd(-q, (T(1) - d) - x, rest);
  }
  rest = rest * inverse;
  const Twofold<T> log = log1p_sum(q, rest);
  return real<T>(0.5) * (log.hi + log.lo);
}

/// Whether artanh goes by tables, without what rounding leaves of numerators: within 1.2 units.
template <class E> inline bool has_quick_atanh() {
  return is_same<E, double> && has_table_logarithms() && estimates_quotients();
}
/// The same where `has_quick_atanh`, for x below `most_of_quick_atanh`: (1 + x) / (1 - x) is 1 + r
/// divided by s, an interval's inverse with a power of 2, and r is (x (s + 1) + s - 1) / (1 - x).
template <class T> inline T quick_atanh_of_size(T x) {
  const T d = T(1) - x, rough = rough_reciprocal_of_normal(d);
  const T inverse = muladd(rough, muladd(-d, rough, T(1)), rough);
  IntervalParts<T> parts = parts_for_log((T(1) + x) * inverse);
  const T s = parts.scale, numerator = muladd(x, s + T(1), s - T(1)); // both sums are exact
  parts.r = numerator * inverse;
  const Twofold<T> log = log_of_parts(parts, less_product(numerator, parts.r, d) * inverse);
  return real<T>(0.5) * (log.hi + log.lo);
}
inline constexpr double most_of_quick_atanh = 1 - 0x1p-45;

template <class T> T atanh(T x) {
  const T size = magnitude(x);
  const bool is_quick = has_quick_atanh<element_of<T>>();
  const T value = is_quick ? quick_atanh_of_size(size) : atanh_of_size(size);
  const auto usual = has_size_below(x, is_quick ? most_of_quick_atanh : 1.0);
  if (!any(!usual)) {
    return odd_function(x, value);
  }
  const T near = is_quick ? choose(usual, value, atanh_of_size(size)) : value;
  const T at_end = choose(size == T(1), lane_infinity<T>(), lane_nan<T>());
  return odd_function(x, choose(size < T(1), near, at_end));
}

} // namespace abacus

#endif
