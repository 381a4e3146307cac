// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef ABACUS_POWERS_POWN_H
#define ABACUS_POWERS_POWN_H

#include "powers/few_factors.h"
#include "powers/power.h"

namespace abacus {

template <class T> inline mask_of<T> is_odd(signed_of<T> n) {
  return (n & signed_of<T>(1)) != signed_of<T>(0);
}
/// x^n by way of the logarithm, for x that is not negative.
template <class T> inline T general_power(T x, signed_of<T> n) {
  return choose(n == signed_of<T>(0), T(1), power_of_size(x, cast<double_of<T>>(n)));
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
/// x^n of floats that are not negative, rounded once for sizes up to 15. (The magnitude of the
/// least int is negative.)
template <class T> inline T exact_float_power(T x, signed_of<T> n, signed_of<T> size) {
  using I = signed_of<T>;
  const T result = more_factors(x, n, size);
  const auto rare = (size > I(max_factors)) | (size < I(0));
  return any(rare) ? choose(rare, general_power(x, n), result) : result;
}
/// x^n of doubles that are not negative, little more than rounded once.
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

/// x^n for x that is not negative.
template <class T> inline T exact_power_of_size(T x, signed_of<T> n, signed_of<T> size) {
  if constexpr (is_same<element_of<T>, float>) {
    return exact_float_power(x, n, size);
  } else {
    return exact_double_power(x, n, size);
  }
}

/// A power with an exponent of few factors, and where it must be computed in another way.
template <class T> struct FewFactors {
  T value;
  mask_of<T> rare;
};
/// x^n from x^|n|, which is right for sizes up to `most`. Rare are larger sizes, and powers of
/// which the reciprocal is less exact than they are: no normal numbers, or nearly.
template <class T>
inline FewFactors<T> of_sign(T power, signed_of<T> n, signed_of<T> size, int most) {
  // Integers, as comparisons of floats are not as fast.
  using E = element_of<T>;
  using U = unsigned_of<T>;
  constexpr auto least = 2 * format<E>::least_normal, infinite = 2 * format<E>::infinity;
  const auto negative = n < signed_of<T>(0);
  if (any(negative)) {
    power = choose(negative, near_reciprocal_of_normal(power), power);
  }
  const U distance = as<U>(power) + as<U>(power) - U(least);
  const auto at_end = negative & (distance >= U(element_of<U>(infinite - 4 * least)));
  return {power, mask_of<T>(at_end | (as<U>(size) > U(element_of<U>(most))))};
}

/// Where multiplication of rounded squares is not exact enough. Both ways are gone without a branch
/// between them, so that there is one in front of both.
template <class T> inline T unusual_pown(T x, signed_of<T> n, signed_of<T> size) {
  const T distance = magnitude(x), exact = exact_power_of_size(distance, n, size);
  const FewFactors<T> few = of_sign(few_exact_factors(distance, size), n, size, max_few_factors);
  return negated_where<T>(is_odd<T>(n) & has_sign(x), choose(few.rare, exact, few.value));
}

template <class T> T pown(T x, vec<int, width_of<T>> number) {
  using I = signed_of<T>;
  const I n = cast<I>(number), size = __builtin_elementwise_abs(n);
  if (__mux_wants_accurate_math()) {
    return negated_where<T>(is_odd<T>(n) & has_sign(x), exact_power_of_size(magnitude(x), n, size));
  }
  if constexpr (is_same<element_of<T>, float>) {
    const FewFactors<T> few =
        of_sign(few_rounded_factors(x, size), n, size, max_rounded_factors<float>);
    return any(few.rare) ? choose(few.rare, unusual_pown(x, n, size), few.value) : few.value;
  } else {
    const FewFactors<T> few = of_sign(few_exact_factors(x, size), n, size, max_few_factors);
    return any(few.rare) ? choose(few.rare, unusual_pown(x, n, size), few.value) : few.value;
  }
}

} // namespace abacus

#endif
