// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Powers and roots of halves: 2^(y log2 |x|), where float has digits enough. Logarithms of 0 and
// infinity are infinite, so that those need no care but for the products of 0 and infinity.
#ifndef ABACUS_FOR_HALF_POWERS_H
#define ABACUS_FOR_HALF_POWERS_H

#include "for_half/exponentials.h"
#include "for_half/logarithms.h"
#include "powers/few_factors.h"
#include "powers/power.h"

namespace abacus::for_half {

/// log2 x within 2^-17 of itself, for normal numbers.
template <class T> inline T log2_for_power(T x) {
  return log2_of_normal<log2_for_power_of_half>(x);
}
/// Within 2^-22.
template <class T> inline T precise_log2(T x) { return log2_of_normal<native_log2_tail>(x); }
/// The same for any number that is not negative, given what one of these makes of it.
template <class T> inline T any_log2(T x, T log2) {
  log2 = choose(x == T(0), -lane_infinity<T>(), log2);
  return choose(x < lane_infinity<T>(), log2, x); // NaN, too
}
template <class T> inline T precise_exp2(T t) { return exp2_of_product<native_exp2_tail>(t, 1); }

/// Rounded as float's is: programs that compare with another library expect the nearest half.
template <class T> T pow(T x, T y) {
  const T size = magnitude(x);
  const T log2 = precise_log2(size), usual = precise_exp2(y * log2);
  if (any(!(is_positive_normal(x) & (magnitude(y) < lane_infinity<T>())))) {
    return power_from_size(x, y, precise_exp2(y * any_log2(size, log2)));
  }
  return usual;
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
template <class T> inline T general_power(T x, signed_of<T> n) {
  const T size = magnitude(x), y = cast<T>(n);
  const T log2 = precise_log2(size);
  T result = precise_exp2(y * log2);
  if (any(!is_positive_normal(size))) {
    result = choose(n == signed_of<T>(0), T(1), precise_exp2(y * any_log2(size, log2)));
  }
  return signed_where_odd(result, x, n);
}
/// x^n for n of a size up to 7, within 6 units of float in the last place.
template <class T> inline T few_factors(T x, signed_of<T> n, signed_of<T> size) {
  const T power = small_power<max_few_factors>(x, size);
  const auto negative = n < signed_of<T>(0);
  return any(negative) ? choose(negative, near_reciprocal(power), power) : power;
}
template <class T> T pown(T x, signed_of<T> n) {
  using I = signed_of<T>;
  const I size = __builtin_elementwise_abs(n);
  const T result = few_factors(x, n, size); // what overflows or underflows here does so in half
  const auto other = !has_few_factors<T>(size);
  return any(other) ? choose(other, general_power(x, n), result) : result;
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
