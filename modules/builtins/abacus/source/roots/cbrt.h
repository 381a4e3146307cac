// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef ABACUS_ROOTS_CBRT_H
#define ABACUS_ROOTS_CBRT_H

#include "arithmetic/exact.h"
#include "roots/inverse_cube_root.h"

namespace abacus {

template <class T> inline T cube_root_of_normal(T x) {
  using E = element_of<T>;
  const T y = near_inverse_cube_root<inverse_cube_root<E>>(x), square = y * y;
  const T root = x * square;
  // What the cube lacks of x, with the cube to twice the bits.
  const Twofold<T> p = exact_product(root, root);
  const T rest = muladd(-p.lo, root, less_product(x, root, p.hi));
  const T slope = square * real<T>(1.0 / 3); // of the root, the derivative, as far as y goes
  if constexpr (is_same<E, float>) {
    return muladd(rest, slope, root);
  } else {
    const T step = rest * slope;
    return muladd(step, muladd(step + step, y, T(1)), root);
  }
}

/// The least number of which `cube_root_of_normal` has all digits, as the cube's are no denormals.
template <class E>
inline constexpr int least_exponent_of_cube = 1 - bias<E> + 2 * (format<E>::mantissa + 1);

/// `root_of(size)` for numbers from 2^`least_exponent` on, and the root of the others: smaller ones
/// scaled by a power of two; 0, infinity and NaN are their own roots.
template <int least_exponent, class T, class Root>
inline T cube_root_of_size(T size, Root root_of) {
  using E = element_of<T>;
  using U = unsigned_of<T>;
  const T root = root_of(size);
  const auto least = as<unsigned_of<E>>(power_of_two<E>(least_exponent));
  const auto usual = as<U>(size) - U(least) < U(element_of<U>(format<E>::infinity - least));
  if (!any(!usual)) {
    return root;
  }
  constexpr int third = format<E>::mantissa + 1;
  const T scaled = root_of(size * T(power_of_two<E>(3 * third))) * T(power_of_two<E>(-third));
  const auto small = (size > T(0)) & (size < T(power_of_two<E>(least_exponent)));
  return choose(mask_of<T>(usual), root, choose(small, scaled, size));
}

template <class T> T cbrt(T x) {
  constexpr int least = least_exponent_of_cube<element_of<T>>;
  const T root =
      cube_root_of_size<least>(magnitude(x), [](T size) { return cube_root_of_normal(size); });
  return signed_like(root, x);
}

} // namespace abacus

#endif
