// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Functions that take numbers apart and put them together, for half too: fract, frexp, ilogb,
// ldexp, logb, modf, nan, nextafter.
#ifndef ABACUS_ARITHMETIC_PARTS_H
#define ABACUS_ARITHMETIC_PARTS_H

#include "arithmetic/lanes.h"

namespace abacus {

template <class T> using int_of = vec<int, width_of<T>>;
/// Converts the mask of a comparison of T to one for ints of as many lanes.
template <class T> inline mask_of<int_of<T>> int_mask(mask_of<T> mask) {
  if constexpr (width_of<T> == 1) {
    return mask;
  } else {
    return cast<int_of<T>>(mask);
  }
}
template <class T> inline mask_of<T> finite(T x) { return magnitude(x) < lane_infinity<T>(); }

template <class T> T fract(T x, __private T* whole) {
  using E = element_of<T>;
  const E below_one = as<E>(unsigned_of<E>(as<unsigned_of<E>>(E(1)) - 1));
  *whole = __builtin_elementwise_floor(x);
  const T part = x - *whole, zero = signed_like(T(0), x);
  const T bounded = choose(part > T(below_one), T(below_one), part);
  return choose((magnitude(x) == lane_infinity<T>()) | (x == T(0)), zero, bounded);
}

/// Significand from 1 to 2 and exponent of a finite number other than 0.
template <class T> struct Parts {
  unsigned_of<T> digits; ///< below the leading 1
  signed_of<T> exponent;
};
template <class T> inline Parts<T> take_apart(T x) {
  using E = element_of<T>;
  using U = unsigned_of<T>;
  using I = signed_of<T>;
  constexpr int mantissa = format<E>::mantissa;
  const T size = magnitude(x);
  const auto tiny = size < T(as<E>(unsigned_of<E>(format<E>::least_normal)));
  const T normal = choose(tiny, size * T(power_of_two<E>(mantissa + 1)), size);
  const I field = as<I>(U(as<U>(normal) >> U(mantissa)));
  const U digits = as<U>(normal) & U(unsigned_of<E>(format<E>::least_normal - 1));
  return {digits, I(field - I(bias<E>) - choose(tiny, I(mantissa + 1), I(0)))};
}

template <class T> T frexp(T x, __private int_of<T>* e) {
  using U = unsigned_of<T>;
  const Parts<T> parts = take_apart(x);
  const T m = signed_like(as<T>(U(as<U>(T(0.5)) | parts.digits)), x);
  const auto plain = finite(x) & (x != T(0));
  *e = choose(int_mask<T>(plain), cast<int_of<T>>(parts.exponent) + 1, int_of<T>(0));
  return choose(plain, m, x);
}

/// FP_ILOGB0 and, for infinities too, FP_ILOGBNAN.
template <class T> int_of<T> ilogb(T x) {
  using K = int_of<T>;
  const K e = choose(int_mask<T>(finite(x)), cast<K>(take_apart(x).exponent), K(0x7FFFFFFF));
  return choose(int_mask<T>(x == T(0)), K(-0x7FFFFFFF - 1), e);
}

template <class T> T logb(T x) {
  const T e = choose(x == T(0), -lane_infinity<T>(), cast<T>(take_apart(x).exponent));
  return choose(finite(x), e, magnitude(x)); // NaN too
}

template <class T> T modf(T x, __private T* whole) {
  *whole = __builtin_elementwise_trunc(x);
  return signed_like(choose(magnitude(x) == lane_infinity<T>(), T(0), T(x - *whole)), x);
}

template <class T> T nextafter(T x, T towards) {
  using E = element_of<T>;
  using I = signed_of<T>;
  const auto away = (x < towards) == (x > T(0));
  const T moved = as<T>(I(as<I>(x) + choose(away, I(1), I(-1))));
  const T least = signed_like(T(as<E>(unsigned_of<E>(1))), towards);
  const T result = choose(x == towards, towards, choose(x == T(0), least, moved));
  return choose((x != x) | (towards != towards), lane_nan<T>(), result);
}

template <class K> inline K exponent_within(K k, int most) {
  return __builtin_elementwise_max(__builtin_elementwise_min(k, K(most)), K(-most));
}
/// x 2^k, rounded once, for any x and k.
template <class T> inline T general_ldexp(T x, int_of<T> k) {
  using E = element_of<T>;
  using I = signed_of<T>;
  const Split<T> parts = split(magnitude(x));
  const I e = parts.k + cast<I>(exponent_within(k, 4 * bias<E>));
  const T value =
      scaled(parts.m, __builtin_elementwise_max(__builtin_elementwise_min(e, I(bias<E> + 2)),
                                                I(-bias<E> - format<E>::mantissa - 2)));
  return choose(finite(x) & (x != T(0)), signed_like(value, x), x);
}
/// x 2^k, rounded once.
template <class T> T ldexp(T x, int_of<T> k) {
  using E = element_of<T>;
  if constexpr (is_same<E, half>) {
    // In float nothing is lost before the one rounding to half.
    using F = vec<float, width_of<T>>;
    return cast<T>(cast<F>(x) * exp2_of<F>(exponent_within(k, 60)));
  } else if (__mux_has_exponent_operations()) {
    return scale_by_instruction(x, cast<T>(k));
  } else {
    // A product is rounded once, whatever x is. Its exponent's bits are from 1 to twice the bias.
    using K = vec<uint, width_of<T>>;
    const auto usual = as<K>(k) + K(bias<E> - 1) < K(2 * bias<E>);
    const T value = x * exp2_of<T>(cast<signed_of<T>>(k));
    return any(!usual) ? choose(cast<mask_of<T>>(usual), value, general_ldexp(x, k)) : value;
  }
}

/// The floating-point type of an unsigned integer's size.
template <int Bytes> struct float_of_size;
template <> struct float_of_size<2> {
  using type = half;
};
template <> struct float_of_size<4> {
  using type = float;
};
template <> struct float_of_size<8> {
  using type = double;
};
template <class U>
using float_of = vec<typename float_of_size<sizeof(element_of<U>)>::type, width_of<U>>;
template <class U> float_of<U> nan(U code) {
  using T = float_of<U>;
  using E = element_of<T>;
  constexpr auto quiet = unsigned_of<E>(format<E>::infinity | (format<E>::least_normal >> 1));
  return as<T>(U(U(quiet) | (code & U(unsigned_of<E>(format<E>::least_normal - 1)))));
}

} // namespace abacus

#endif
