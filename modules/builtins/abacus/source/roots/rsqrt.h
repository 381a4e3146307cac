// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef ABACUS_ROOTS_RSQRT_H
#define ABACUS_ROOTS_RSQRT_H

#include "arithmetic/estimates.h"
#include "arithmetic/exact.h"
#include "roots/near_reciprocal_root.h"

namespace abacus {

/// 1 / sqrt(x), within 0.6 units in the last place, from a number y near it of which the square is
/// exact; `Tail` has the polynomial of what that lacks.
template <class Tail, class T> inline T reciprocal_root_from(T x, T y) {
  const T e = muladd(-x, y * y, T(1));
  return muladd(y * e, Tail::of(e), y);
}
/// The higher half of y's digits.
template <class T> inline T with_exact_square(T y) {
  using E = element_of<T>;
  using U = unsigned_of<T>;
  constexpr int dropped = (format<E>::mantissa + 2) / 2;
  return as<T>(as<U>(y) & U(element_of<U>(~0ul << dropped)));
}
/// 1 / sqrt(x) for normal x whose reciprocal is one, too, from the instruction's estimate y.
template <class T> inline T reciprocal_root_from_estimate(T x, T y) {
  return reciprocal_root_from<reciprocal_root_tail<element_of<T>>>(x, with_exact_square(y));
}
/// The same for any x.
template <class T> inline T unusual_reciprocal_root(T x) {
  using E = element_of<T>;
  constexpr int shift = format<E>::mantissa / 2 + 1;
  const auto small = x < T(1);
  x = x * choose(small, T(power_of_two<E>(2 * shift)), T(power_of_two<E>(-2 * shift)));
  const T y = root_estimate_by_instruction(x), root = reciprocal_root_from_estimate(x, y);
  return choose(root == root, root, y) * // 0 and infinity have theirs
         choose(small, T(power_of_two<E>(shift)), T(power_of_two<E>(-shift)));
}

/// Targets may multiply with an estimate of the reciprocal root that they have made better.
template <class T> inline T one_by_root(T x) {
#pragma clang fp reciprocal(on)
  return T(1) / __builtin_elementwise_sqrt(x);
}

/// 1 / sqrt(x) for any x, without squares of it, which can be too large, or denormal; needs a fused
/// multiply-add. Without a branch, as rare ways that have one take time where they are not gone.
template <class T> inline T improved_one_by_root(T x) {
  const T y = one_by_root(x);
  const Twofold<T> product = exact_product(x, y);
  const T e = muladd(-product.lo, y, muladd(-product.hi, y, T(1)));
  const T better = muladd(y * e, reciprocal_root_rest<element_of<T>>::of(e), y);
  return choose(better == better, better, y); // NaN where y is infinite or 0
}
/// The same, by integer arithmetic where x and its reciprocal are positive normal numbers.
template <class T> inline T reciprocal_root_by_bits(T x) {
  using E = element_of<T>;
  const T near = near_reciprocal_root<near_reciprocal_root_tail<E>>(x);
  const T root = reciprocal_root_from<reciprocal_root_rest<E>>(x, with_exact_square(near));
  const auto usual = is_positive_normal_below<bias<E> - 2>(x);
  return any(!usual) ? choose(mask_of<T>(usual), root, improved_one_by_root(x)) : root;
}
/// The same for doubles, from an estimate in float.
template <class T> inline T reciprocal_root_by_float(T x) {
  using F = vec<float, width_of<T>>;
  const T y = cast<T>(root_estimate_by_instruction(cast<F>(x)));
  const T root = reciprocal_root_from<reciprocal_root_tail_of_float<double>>(x, y);
  const auto usual = is_between_powers<-126, 126>(x);
  return any(!usual) ? choose(mask_of<T>(usual), root, improved_one_by_root(x)) : root;
}

template <class T> T rsqrt(T x) {
  using E = element_of<T>;
  if (estimates_roots<E>()) {
    const T root = reciprocal_root_from_estimate(x, root_estimate_by_instruction(x));
    const auto usual = is_positive_normal_below<bias<E> - 2>(x);
    return any(!usual) ? choose(mask_of<T>(usual), root, unusual_reciprocal_root(x)) : root;
  }
  if constexpr (is_same<E, double>) {
    if (estimates_roots<float>()) {
      return reciprocal_root_by_float(x);
    }
  }
  return __mux_has_fma() ? reciprocal_root_by_bits(x) : one_by_root(x);
}

} // namespace abacus

#endif
