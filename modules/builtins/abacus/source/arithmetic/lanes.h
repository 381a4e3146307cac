// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Primitives of functions without branches, for scalars and vectors of float and double alike.
// Integers have the width of the elements.
#ifndef ABACUS_ARITHMETIC_LANES_H
#define ABACUS_ARITHMETIC_LANES_H

#include "arithmetic/bits.h"
#include "arithmetic/exponents.h"
#include "arithmetic/polynomial.h"
#include "mux.h"

namespace abacus {

/// The type of comparisons of T: bool, or a vector of signed integers.
template <class T> using mask_of = decltype(T(0) < T(0));

/// True if the condition holds in some lane. Guards what is slow and rarely needed.
template <class M> inline bool any(M mask) {
  if constexpr (width_of<M> == 1) {
    return mask;
  } else {
    return __builtin_reduce_or(mask) != 0;
  }
}

inline constexpr double inverse_pi_value = 0x1.45f306dc9c883p-2;

/// A constant in the element's precision.
template <class T> inline T real(double value) { return T(element_of<T>(value)); }

template <class T> inline T lane_infinity() { return T(infinity<element_of<T>>()); }
template <class T> inline T lane_nan() { return T(quiet_nan<element_of<T>>()); }
template <class T> inline T least_normal() {
  using E = element_of<T>;
  return T(as<E>(unsigned_of<E>(format<E>::least_normal)));
}
template <class T> inline T magnitude(T x) { return __builtin_elementwise_abs(x); }
/// Whether x is from 2^least to below 2^most. Comparisons of integers, as those of floats are not
/// as fast; signed ones, as CPUs without AVX-512 have no others.
template <int least, int most, class T> inline mask_of<T> is_between_powers(T x) {
  using E = element_of<T>;
  using U = unsigned_of<T>;
  using I = signed_of<T>;
  using Bits = unsigned_of<E>;
  constexpr Bits low = Bits(Bits(least + bias<E>) << format<E>::mantissa);
  constexpr Bits bound = Bits(Bits(most + bias<E>) << format<E>::mantissa);
  const U moved = as<U>(x) + U(Bits(format<E>::sign - low));
  return as<I>(moved) < as<I>(U(Bits(format<E>::sign + bound - low)));
}
/// Whether x is a positive normal number below 2^exponent.
template <int exponent, class T> inline mask_of<T> is_positive_normal_below(T x) {
  return is_between_powers<1 - bias<element_of<T>>, exponent>(x);
}
template <class T> inline mask_of<T> is_positive_normal(T x) {
  return is_positive_normal_below<bias<element_of<T>> + 1>(x);
}
template <class T> inline T signed_like(T size, T sign) {
  return __builtin_elementwise_copysign(size, sign);
}
/// Whether |x| is below a positive bound, likewise.
template <class T> inline mask_of<T> has_size_below(T x, double bound) {
  using I = signed_of<T>;
  return as<I>(magnitude(x)) < as<I>(real<T>(bound));
}

/// The whole number nearest to x factor, as both; |x factor| below 2^(mantissa - 2). Addition to a
/// number that large rounds, and leaves the whole number in the last bits.
template <class T> struct Whole {
  T value;
  signed_of<T> number;
};
template <class T> inline Whole<T> nearest(T x, T factor) {
  using E = element_of<T>;
  const T large = T(E(1.5) * E(1ul << format<E>::mantissa));
  const T moved = muladd(x, factor, large);
  return {moved - large, as<signed_of<T>>(moved) - as<signed_of<T>>(large)};
}
template <class T> inline Whole<T> nearest(T x) { return nearest(x, T(1)); }

/// 2^k, which must be a normal number.
template <class T> inline T exp2_of(signed_of<T> k) {
  using E = element_of<T>;
  return as<T>((k + signed_of<T>(bias<E>)) << signed_of<T>(format<E>::mantissa));
}
/// 2^k for whole k, which must be a normal number.
template <class T> inline T power_of_two(T k) {
  return __mux_has_exponent_operations() ? scale_by_instruction(T(1), k)
                                         : exp2_of<T>(cast<signed_of<T>>(k));
}
/// x 2^k where both are normal numbers. NaN becomes anything.
template <class T> inline T with_exponent(T x, signed_of<T> k) {
  using I = signed_of<T>;
  return as<T>(as<I>(x) + (k << I(format<element_of<T>>::mantissa)));
}
/// x 2^k, rounded once, for x around 1 and 2^k at most twice as far from 1 as the type's numbers.
template <class T> inline T scaled(T x, signed_of<T> k) {
  using I = signed_of<T>;
  const I lower = k >> I(1);
  return x * exp2_of<T>(lower) * exp2_of<T>(k - lower);
}

template <class T> inline T scaled(T x, Whole<T> k) {
  return __mux_has_exponent_operations() ? scale_by_instruction(x, k.value) : scaled(x, k.number);
}

/// x 2^k where 2^k is a normal number. NaN stays NaN, of which k is no number at all.
template <class T> inline T times_power(T x, Whole<T> k) {
  return __mux_has_exponent_operations() ? scale_by_instruction(x, k.value)
                                         : x * exp2_of<T>(k.number);
}

/// 1 / x within a fifteenth, for positive normal numbers.
template <class T> inline T rough_inverse(T x) {
  using E = element_of<T>;
  using I = element_of<signed_of<T>>;
  return as<T>(signed_of<T>(I(2 * as<I>(E(1)) - (I(1) << (format<E>::mantissa - 3)))) -
               as<signed_of<T>>(x));
}

/// x within bounds, NaN if it is that.
template <class T> inline T within(T x, double low, double high) {
  x = choose(x < real<T>(low), real<T>(low), x);
  return choose(x > real<T>(high), real<T>(high), x);
}

/// x = 2^k m with m between sqrt(1/2) and sqrt(2), or from another number up to twice that. For
/// positive finite x, denormals included but in `split_normal`.
template <class T> struct Split {
  T m;
  signed_of<T> k;
};
inline constexpr double root_of_half = 0x1.6a09e667f3bcdp-1;
template <class T> inline Split<T> split_normal(T x, double least = root_of_half) {
  using E = element_of<T>;
  using I = signed_of<T>;
  const I low = as<I>(real<T>(least));
  const I above = as<I>(x) - low;
  const I field = I((1l << format<E>::mantissa) - 1);
  return {as<T>((above & field) + low), above >> I(format<E>::mantissa)};
}
template <class T> inline Split<T> split(T x) {
  using E = element_of<T>;
  using I = signed_of<T>;
  constexpr int digits = format<E>::mantissa + 1;
  const auto tiny = x < least_normal<T>();
  const Split<T> s = split_normal(choose(tiny, x * power_of_two<E>(digits), x));
  return {s.m, s.k - choose(tiny, I(digits), I(0))};
}

/// The same with k as a number of T. Of 0 and infinity k is infinite, of NaN and negative numbers
/// the sum of k and any logarithm of m is NaN, where
/// `__mux_has_exponent_operations`.
template <class T> struct LogParts {
  T m, k;
};
template <class T> inline LogParts<T> log_parts(T x) {
  if (__mux_has_exponent_operations()) {
    const T m = significand_by_instruction(x), k = exponent_by_instruction(x);
    const auto upper = m > real<T>(0x1.6a09e667f3bcdp+0);
    // Half of m by its bits, which leaves the CPU's multipliers to polynomials.
    using I = signed_of<T>;
    const I less = I(element_of<I>(format<element_of<T>>::least_normal));
    return {as<T>(choose(upper, as<I>(m) - less, as<I>(m))), choose(upper, k + T(1), k)};
  }
  const Split<T> s = split(x);
  return {s.m, cast<T>(s.k)};
}
/// The same for positive normal numbers.
template <class T> inline LogParts<T> log_parts_of_normal(T x) {
  using E = element_of<T>;
  if (__mux_has_exponent_operations()) {
    return log_parts(x);
  }
  if constexpr (is_same<E, float>) {
    const Split<T> s = split_normal(x);
    return {s.m, cast<T>(s.k)};
  } else {
    // Not every CPU shifts signed integers of 64 bits, or converts them. k + bias becomes the last
    // bits of 2^52.
    using U = unsigned_of<T>;
    constexpr int mantissa = format<E>::mantissa;
    const U low = as<U>(real<T>(root_of_half)), large = as<U>(real<T>(0x1p52));
    const U above = as<U>(x) - (low - U(ulong(bias<E>) << mantissa));
    const T m = as<T>((above & U(format<E>::least_normal - 1)) + low);
    return {m, as<T>((above >> U(mantissa)) | large) - real<T>(0x1p52 + bias<E>)};
  }
}

/// k and 2^-k of x = 2^k m, m from `least` to twice that, for positive normal x; 2^-k must be one,
/// too.
template <class T> struct ExponentParts {
  T k, inverse;
};
template <class T> inline ExponentParts<T> exponent_parts(T x, double least) {
  using E = element_of<T>;
  using U = unsigned_of<T>;
  using Bits = element_of<U>;
  constexpr int mantissa = format<E>::mantissa;
  constexpr Bits twice_bias = Bits(Bits(2 * bias<E>) << mantissa);
  // The exponent's bits of the quotient of x and m, with the bias.
  const U moved = as<U>(x) - (as<U>(real<T>(least)) - U(Bits(Bits(bias<E>) << mantissa)));
  const U field = moved & U(Bits(~Bits(0) << mantissa));
  const T inverse = as<T>(U(twice_bias) - field);
  if constexpr (is_same<E, float>) {
    return {cast<T>(as<signed_of<T>>(moved >> U(mantissa)) - signed_of<T>(bias<E>)), inverse};
  } else {
    // As in `log_parts_of_normal`.
    const U large = as<U>(real<T>(0x1p52));
    return {as<T>((moved >> U(mantissa)) | large) - real<T>(0x1p52 + bias<E>), inverse};
  }
}

/// With the sign of x put onto the value for |x|.
template <class T> inline T odd_function(T x, T value) {
  using I = signed_of<T>;
  return as<T>(as<I>(value) ^ (as<I>(x) & I(min_of<element_of<I>>)));
}

} // namespace abacus

#endif
