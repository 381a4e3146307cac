// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef ABACUS_POWERS_POWN_H
#define ABACUS_POWERS_POWN_H

#include "powers/few_factors.h"
#include "powers/power.h"

namespace abacus {

/// x^n by way of the logarithm.
template <class T> inline T general_power(T x, signed_of<T> n) {
  const T result = power_of_size(x, cast<double_of<T>>(n));
  const auto odd = (n & signed_of<T>(1)) != signed_of<T>(0);
  return choose(n == signed_of<T>(0), T(1), negated_where<T>(odd & has_sign(x), result));
}

/// Exponents up to this are done by multiplication, with more bits than the type has.
inline constexpr int max_factors = 15;

/// x^n for n from 0 to 15, to some 100 bits; lo says nothing where hi is infinite, and is no -0.
template <class T> inline Twofold<T> twofold_small_power(T x, signed_of<T> n) {
  using I = signed_of<T>;
  const auto odd = (n & I(1)) != I(0);
  Twofold<T> power = {choose(odd, x, T(1)), T(0)}, square = {x, T(0)};
  for (int bit = 2; bit <= max_factors; bit += bit) {
    const Twofold<T> s = exact_product(square.hi, square.hi);
    square = {s.hi, muladd(square.hi + square.hi, square.lo, s.lo)};
    const Twofold<T> p = exact_product(power.hi, square.hi);
    const T lo = muladd(power.hi, square.lo, muladd(power.lo, square.hi, p.lo));
    const auto set = (n & I(bit)) != I(0);
    power = {choose(set, p.hi, power.hi), choose(set, lo, power.lo)};
  }
  return power;
}

/// x^n for n of a size up to 15, rounded once.
template <class T> inline T more_factors(T x, signed_of<T> n, signed_of<T> size) {
  // Neither overflows nor loses bits in double where the result is a float other than 0.
  using D = double_of<T>;
  using I = signed_of<D>;
  const D power = small_power<max_factors>(cast<D>(x), cast<I>(size));
  return cast<T>(choose(cast<I>(n) < I(0), D(1) / power, power));
}
/// x^n of floats, rounded once for sizes up to 15. (The magnitude of the least int is negative.)
template <class T> inline T exact_float_power(T x, signed_of<T> n, signed_of<T> size) {
  using I = signed_of<T>;
  const T result = more_factors(x, n, size);
  const auto rare = (size > I(max_factors)) | (size < I(0));
  return any(rare) ? choose(rare, general_power(x, n), result) : result;
}
/// x^n of doubles, little more than rounded once.
template <class T> inline T exact_double_power(T x, signed_of<T> n, signed_of<T> size) {
  using I = signed_of<T>;
  const Twofold<T> power = twofold_small_power(x, size);
  T result = choose(magnitude(power.lo) < magnitude(power.hi), power.hi + power.lo, power.hi);
  const auto negative = n < I(0);
  auto rare = size > I(max_factors); // the magnitude of an int is positive
  if (any(negative)) {
    const T inverse = T(1) / power.hi;
    const T rest = less_product(T(1), inverse, power.hi) - inverse * power.lo;
    result = choose(negative, muladd(rest, inverse, inverse), result);
    // Powers of which the reciprocal is less exact than they are, and 0.
    const T distance = magnitude(power.hi);
    rare = rare | (negative & !((distance > real<T>(0x1p-960)) & (distance < real<T>(0x1p1020))));
  }
  return any(rare) ? choose(rare, general_power(x, n), result) : result;
}

template <class T> inline T exact_power(T x, signed_of<T> n, signed_of<T> size) {
  if constexpr (is_same<element_of<T>, float>) {
    return exact_float_power(x, n, size);
  } else {
    return exact_double_power(x, n, size);
  }
}

template <class T> T pown(T x, vec<int, width_of<T>> number) {
  using I = signed_of<T>;
  const I n = cast<I>(number), size = __builtin_elementwise_abs(n);
  if (__mux_wants_accurate_math()) {
    return exact_power(x, n, size);
  }
  const T result = few_factors(x, n, size);
  // Larger exponents, and powers of which the reciprocal is less exact than they are: not normal
  // numbers, or nearly. Integers, as comparisons of floats are not as fast.
  using U = unsigned_of<T>;
  using E = element_of<T>;
  constexpr auto least = 2 * format<E>::least_normal, infinite = 2 * format<E>::infinity;
  const U distance = choose(n < I(0), U(as<U>(result) + as<U>(result) - U(least)), U(0));
  const auto usual = has_few_factors<T>(size) & (distance < U(element_of<U>(infinite - 4 * least)));
  return any(!usual) ? choose(mask_of<T>(usual), result, exact_power(x, n, size)) : result;
}

} // namespace abacus

#endif
