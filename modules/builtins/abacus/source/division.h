// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Division of floating-point numbers with a remainder, exactly, by long division of significands.
#ifndef ABACUS_DIVISION_H
#define ABACUS_DIVISION_H

#include "bits.h"

namespace abacus {

/// |x| = quotient |y| + rest 2^exponent, rest 2^exponent < |y|; of the quotient the low bits only.
struct Quotient {
  ulong rest, divisor, quotient;
  int exponent; ///< of rest; of divisor also, unless x is smaller
  bool smaller; ///< |x| < |y|: nothing was divided
};

/// For finite x and y other than 0.
template <class T> Quotient divide(T x, T y) {
  constexpr int digits = format<T>::mantissa + 1, step = 64 - digits;
  ulong rest = significand(x);
  const ulong divisor = significand(y);
  int shift = exponent(x) - exponent(y);
  if (shift < 0) {
    return {rest, divisor, 0, exponent(x) - digits + 1, true};
  }
  ulong quotient = rest / divisor;
  rest %= divisor;
  while (shift > 0) {
    const int by = shift < step ? shift : step;
    rest <<= by;
    quotient = (quotient << by) + rest / divisor;
    rest %= divisor;
    shift -= by;
  }
  return {rest, divisor, quotient, exponent(y) - digits + 1, false};
}

/// rest 2^e, which T holds exactly.
template <class T> T compose(ulong rest, int e) {
  if (rest == 0) {
    return 0;
  }
  const int up = leading_zeros(rest) - (63 - format<T>::mantissa);
  const int field = e - up + format<T>::mantissa + bias<T>;
  rest <<= up;
  if (field <= 0) {
    return as<T>(unsigned_of<T>(rest >> (1 - field)));
  }
  return as<T>(
      unsigned_of<T>((rest & (format<T>::least_normal - 1)) | ulong(field) << format<T>::mantissa));
}

template <class T> T fmod(T x, T y) {
  if (is_nan(x) || is_nan(y) || is_infinite(x) || y == 0) {
    return quiet_nan<T>();
  }
  if (x == 0 || is_infinite(y)) {
    return x;
  }
  const Quotient q = divide(x, y);
  return q.smaller ? x : with_sign(compose<T>(q.rest, q.exponent), x);
}

/// remainder, and the low seven bits of the quotient with its sign.
template <class T> T remquo(T x, T y, __private int* quotient) {
  *quotient = 0;
  if (is_nan(x) || is_nan(y) || is_infinite(x) || y == 0) {
    return quiet_nan<T>();
  }
  if (x == 0 || is_infinite(y)) {
    return x;
  }
  const bool minus = negative(x) != negative(y);
  Quotient q = divide(x, y);
  T result;
  if (q.smaller) {
    // Below |y|: beyond its half only if the exponents are the same or neighbours.
    const int apart = exponent(y) - exponent(x);
    const bool up = apart == 1 && q.rest > q.divisor;
    if (!up) {
      return x;
    }
    // |y| - |x|, in units of x's last place
    result = with_sign(compose<T>(2 * q.divisor - q.rest, q.exponent), x);
    result = -result;
    q.quotient = 1;
  } else {
    const ulong twice = 2 * q.rest;
    const bool up = twice > q.divisor || (twice == q.divisor && (q.quotient & 1));
    result = with_sign(compose<T>(up ? q.divisor - q.rest : q.rest, q.exponent), x);
    result = up ? -result : result;
    q.quotient += up;
  }
  const int low = int(q.quotient & 0x7F);
  *quotient = minus ? -low : low;
  return result;
}

} // namespace abacus

#endif
