// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Functions that take numbers apart and put them together: fract, frexp, ilogb, ldexp, logb, modf,
// nextafter.
#include "bits.h"

namespace abacus {

template <class T> T fract(T x, __private T* whole) {
  if (is_nan(x)) {
    *whole = x;
    return x;
  }
  *whole = __builtin_elementwise_floor(x);
  if (is_infinite(x)) {
    return with_sign(T(0), x);
  }
  const T below_one = as<T>(unsigned_of<T>(as<unsigned_of<T>>(T(1)) - 1));
  const T part = x - *whole;
  return part > below_one ? below_one : x == 0 ? x : part;
}

template <class T> T frexp(T x, __private int* e) {
  if (x == 0 || !is_finite(x)) {
    *e = 0;
    return x;
  }
  *e = exponent(x) + 1;
  const auto digits = unsigned_of<T>(significand(x) & (format<T>::least_normal - 1));
  return with_sign(as<T>(unsigned_of<T>(as<unsigned_of<T>>(T(0.5)) | digits)), x);
}

template <class T> int ilogb(T x) {
  if (x == 0) {
    return int(0x80000000); // FP_ILOGB0
  }
  return is_finite(x) ? exponent(x) : 0x7FFFFFFF; // FP_ILOGBNAN
}

template <class T> T logb(T x) {
  if (x == 0) {
    return -infinity<T>();
  }
  return is_finite(x) ? T(exponent(x)) : is_nan(x) ? x : infinity<T>();
}

template <class T> T modf(T x, __private T* whole) {
  *whole = __builtin_elementwise_trunc(x);
  return is_infinite(x) ? with_sign(T(0), x) : with_sign(T(x - *whole), x);
}

template <class T> T nextafter(T x, T towards) {
  using I = signed_of<T>;
  if (is_nan(x) || is_nan(towards)) {
    return quiet_nan<T>();
  }
  if (x == towards) {
    return towards;
  }
  if (x == 0) {
    return with_sign(as<T>(unsigned_of<T>(1)), towards);
  }
  const bool away = (x < towards) == (x > 0);
  return as<T>(I(as<I>(x) + (away ? 1 : -1)));
}

inline int clamp_exponent(int k, int most) { return k > most ? most : k < -most ? -most : k; }

} // namespace abacus

#define PARTS(T)                                                                                   \
  T fract(T x, __private T* whole) { return abacus::fract(x, whole); }                             \
  T frexp(T x, __private int* e) { return abacus::frexp(x, e); }                                   \
  int ilogb(T x) { return abacus::ilogb(x); }                                                      \
  T logb(T x) { return abacus::logb(x); }                                                          \
  T modf(T x, __private T* whole) { return abacus::modf(x, whole); }                               \
  T nextafter(T x, T towards) { return abacus::nextafter(x, towards); }

PARTS(half)
PARTS(float)
PARTS(double)

double ldexp(double x, int k) { return abacus::scale(x, k); }
float ldexp(float x, int k) { return abacus::scale(x, k); }
/// In float nothing is lost before the one rounding to half.
half ldexp(half x, int k) {
  return half(float(x) * abacus::power_of_two<float>(abacus::clamp_exponent(k, 60)));
}
