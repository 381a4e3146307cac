// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef ABACUS_ROOTS_RSQRT_H
#define ABACUS_ROOTS_RSQRT_H

#include "arithmetic/estimates.h"
#include "polynomials/roots.h"

namespace abacus {

/// 1 / sqrt(x) for normal x whose reciprocal is one, too, within 0.6 units in the last place, from
/// the instruction's estimate y, of which half of the digits are kept, so that its square is exact.
template <class T> inline T reciprocal_root_from(T x, T y) {
  using E = element_of<T>;
  using U = unsigned_of<T>;
  constexpr int dropped = (format<E>::mantissa + 2) / 2;
  y = as<T>(as<U>(y) & U(element_of<U>(~0ul << dropped)));
  const T e = muladd(-x, y * y, T(1));
  return muladd(y * e, reciprocal_root_tail<E>::of(e), y);
}
/// The same for any x.
template <class T> inline T unusual_reciprocal_root(T x) {
  using E = element_of<T>;
  constexpr int shift = format<E>::mantissa / 2 + 1;
  const auto small = x < T(1);
  x = x * choose(small, T(power_of_two<E>(2 * shift)), T(power_of_two<E>(-2 * shift)));
  const T y = root_estimate_by_instruction(x), root = reciprocal_root_from(x, y);
  return choose(root == root, root, y) * // 0 and infinity have theirs
         choose(small, T(power_of_two<E>(shift)), T(power_of_two<E>(-shift)));
}

/// Targets may multiply with an estimate of the reciprocal root that they have made better.
template <class T> inline T one_by_root(T x) {
#pragma clang fp reciprocal(on)
  return T(1) / __builtin_elementwise_sqrt(x);
}

template <class T> T rsqrt(T x) {
  if (uses_estimates()) {
    using E = element_of<T>;
    using U = unsigned_of<T>;
    const T root = reciprocal_root_from(x, root_estimate_by_instruction(x));
    const auto least = format<E>::least_normal;
    const auto range = as<unsigned_of<E>>(power_of_two<E>(bias<E> - 2)) - least;
    const auto usual = as<U>(x) - U(least) < U(element_of<U>(range));
    return any(!usual) ? choose(mask_of<T>(usual), root, unusual_reciprocal_root(x)) : root;
  }
  return one_by_root(x);
}

} // namespace abacus

#endif
