// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Scalars taken apart: templates over half, float and double.
#ifndef ABACUS_ARITHMETIC_BITS_H
#define ABACUS_ARITHMETIC_BITS_H

#include "types.h"

namespace abacus {

template <class T> inline constexpr int exponent_bits = sizeof(T) * 8 - 1 - format<T>::mantissa;
template <class T> inline constexpr int bias = (1 << (exponent_bits<T> - 1)) - 1;

template <class T> T infinity() { return as<T>(unsigned_of<T>(format<T>::infinity)); }
template <class T> T quiet_nan() {
  return as<T>(unsigned_of<T>(format<T>::infinity | (format<T>::least_normal >> 1)));
}
/// |x| as an integer, which orders like |x|.
template <class T> unsigned_of<T> size_bits(T x) {
  return as<unsigned_of<T>>(x) & unsigned_of<T>(~format<T>::sign);
}
template <class T> bool negative(T x) { return as<signed_of<T>>(x) < 0; }
template <class T> T with_sign(T size, T sign) {
  return __builtin_elementwise_copysign(size, sign);
}
template <class T> T absolute(T x) { return as<T>(size_bits(x)); }
template <class T> bool is_nan(T x) { return size_bits(x) > format<T>::infinity; }
template <class T> bool is_infinite(T x) { return size_bits(x) == format<T>::infinity; }
template <class T> bool is_finite(T x) { return size_bits(x) < format<T>::infinity; }

/// Leading zeros; the type's width for 0.
template <class U> int leading_zeros(U x) {
  return int(U(__builtin_elementwise_clzg(x, U(sizeof(U) * 8))));
}

/// The exponent of a finite x other than 0: 2^e <= |x| < 2^(e+1), also for denormals.
template <class T> int exponent(T x) {
  const unsigned_of<T> size = size_bits(x);
  const int field = int(size >> format<T>::mantissa);
  if (field != 0) {
    return field - bias<T>;
  }
  const int zeros = leading_zeros(size);
  return exponent_bits<T> - bias<T> + 1 - zeros;
}
/// The significand of a finite x other than 0 as an integer with mantissa + 1 bits.
template <class T> unsigned_of<T> significand(T x) {
  using U = unsigned_of<T>;
  const U size = size_bits(x);
  if (size >= format<T>::least_normal) {
    return U((size & (format<T>::least_normal - 1)) | format<T>::least_normal);
  }
  const int zeros = leading_zeros(size);
  return U(size << (zeros - exponent_bits<T>));
}
/// 2^e for a normal result.
template <class T> T power_of_two(int e) {
  return as<T>(unsigned_of<T>(unsigned_of<T>(e + bias<T>) << format<T>::mantissa));
}

/// x * 2^k, rounded once.
template <class T> T scale(T x, int k) {
  constexpr int most = bias<T>, least = 1 - bias<T>, digits = format<T>::mantissa + 1;
  // Downwards by less than the whole range each time, so that only the last step can round.
  for (int i = 0; i < 2 && k > most; ++i) {
    x *= power_of_two<T>(most);
    k -= most;
  }
  for (int i = 0; i < 3 && k < least; ++i) {
    x *= power_of_two<T>(least + digits);
    k -= least + digits;
  }
  k = k > most ? most : k < least ? least : k;
  return x * power_of_two<T>(k);
}

} // namespace abacus

#endif
