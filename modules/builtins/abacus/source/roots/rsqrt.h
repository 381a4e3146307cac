// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef ABACUS_ROOTS_RSQRT_H
#define ABACUS_ROOTS_RSQRT_H

#include "arithmetic/estimates.h"
#include "arithmetic/exact.h"
#include "roots/near_reciprocal_root.h"

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

/// 1 / sqrt(x) from y near it, little more than rounded once; needs a fused multiply-add. NaN where
/// y is infinite or 0.
template <class T> inline T better_reciprocal_root(T x, T y) {
  const Twofold<T> root = exact_product(x, y);
  const T e = muladd(-root.lo, y, muladd(-root.hi, y, T(1)));
  if constexpr (is_same<element_of<T>, float>) {
    return muladd(y * real<T>(0.5), e, y);
  } else {
    return muladd(y * e, muladd(e, real<T>(0.375), real<T>(0.5)), y);
  }
}
/// The same for positive normal x.
template <class T> inline T reciprocal_root_by_bits(T x) {
  return better_reciprocal_root(x,
                                near_reciprocal_root<near_reciprocal_root_tail<element_of<T>>>(x));
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
  if (__mux_has_fma()) {
    const T root = reciprocal_root_by_bits(x);
    const auto usual = is_positive_normal(x);
    if (!any(!usual)) {
      return root;
    }
    const T y = one_by_root(x), better = better_reciprocal_root(x, y);
    return choose(usual, root, choose(better == better, better, y));
  }
  return one_by_root(x);
}

} // namespace abacus

#endif
