// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Powers and roots of halves: 2^(y log2 |x|), where float has digits enough. Logarithms of 0 and
// infinity are infinite, so that those need no care but for the products of 0 and infinity.
#ifndef ABACUS_FOR_HALF_POWERS_H
#define ABACUS_FOR_HALF_POWERS_H

#include "for_half/exponentials.h"
#include "powers/power.h"

namespace abacus::for_half {

/// log2 x within 2^-17 of itself, for normal numbers.
template <class T> inline T log2_for_power(T x) {
  const LogParts<T> s = log_parts_of_normal(x);
  const T f = s.m - T(1);
  return muladd(f, log2_for_power_of_half<float>::of(f), s.k);
}
/// The same within 2^-22.
template <class T> inline T precise_log2(T x) {
  const LogParts<T> s = log_parts_of_normal(x);
  const T f = s.m - T(1);
  return muladd(f, native_log2_tail<float>::of(f), s.k);
}
/// The same for any number that is not negative, given what one of these makes of it.
template <class T> inline T any_log2(T x, T log2) {
  log2 = choose(x == T(0), -lane_infinity<T>(), log2);
  return choose(x < lane_infinity<T>(), log2, x); // NaN, too
}
template <class T> inline T precise_exp2(T t) {
  t = within(t, lowest_exponent, highest_exponent);
  const Whole<T> k = nearest(t);
  const T r = t - k.value;
  return with_exponent(muladd(r, native_exp2_tail<float>::of(r), T(1)), k.number);
}

template <class T> T pow(T x, T y) {
  const T size = magnitude(x);
  T log2 = log2_for_power(size), result = exp2(y * log2);
  if (any(!(is_positive_normal(x) & (magnitude(y) < lane_infinity<T>())))) {
    const Parity<T> parity = parity_of(y);
    log2 = any_log2(size, log2);
    result = exp2(y * log2);
    result = negated_where<T>(parity.odd & has_sign(x), result);
    result = choose((x < T(0)) & (x > -lane_infinity<T>()) & !parity.whole, lane_nan<T>(), result);
    // These give 1 in any case.
    const auto one =
        (y == T(0)) | (x == T(1)) | ((x == T(-1)) & (magnitude(y) == lane_infinity<T>()));
    result = choose(one, T(1), result);
  }
  return result;
}
template <class T> T powr(T x, T y) {
  const T log2 = log2_for_power(x);
  if (any(!is_positive_normal(x))) {
    return choose(x >= T(0), exp2(y * any_log2(magnitude(x), log2)), lane_nan<T>());
  }
  return exp2(y * log2);
}

/// With the sign of x where n is odd.
template <class T> inline T signed_where_odd(T size, T x, signed_of<T> n) {
  return as<T>(as<signed_of<T>>(size) | ((n << signed_of<T>(31)) & as<signed_of<T>>(x)));
}
template <class T> T pown(T x, signed_of<T> n) {
  const T size = magnitude(x), y = cast<T>(n);
  const T log2 = precise_log2(size);
  T result = precise_exp2(y * log2);
  if (any(!is_positive_normal(size))) {
    result = choose(n == signed_of<T>(0), T(1), precise_exp2(y * any_log2(size, log2)));
  }
  return signed_where_odd(result, x, n);
}
template <class T> T rootn(T x, signed_of<T> n) {
  const T size = magnitude(x), y = cast<T>(n);
  const T log2 = precise_log2(size);
  T result = precise_exp2(log2 / y);
  if (any(!is_positive_normal(x) | (n == signed_of<T>(0)))) {
    const auto even = (n & signed_of<T>(1)) == signed_of<T>(0);
    result = signed_where_odd(precise_exp2(any_log2(size, log2) / y), x, n);
    result = choose(((x < T(0)) & even) | (n == signed_of<T>(0)), lane_nan<T>(), result);
  }
  return result;
}

} // namespace abacus::for_half

#endif
