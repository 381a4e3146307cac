// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef ABACUS_ROOTS_ROOTN_H
#define ABACUS_ROOTS_ROOTN_H

#include "arithmetic/estimates.h"
#include "powers/power.h"

namespace abacus {

/// |x|^(1 / n) for normal x and n of a size from 2 on, so that exponents are no ends of the range,
/// from log2 |x| to some 10 bits more than x has.
template <class T> inline Twofold<T> exponent_of_root(Twofold<T> log, T n) {
  const T inverse = near_reciprocal_of_normal(n), t = log.hi * inverse;
  return {t, (less_product(log.hi, t, n) + log.lo) * inverse};
}
template <class T> inline T root_of_normal_size(T x, vec<int, width_of<T>> n) {
  using D = double_of<T>;
  if (uses_tables()) {
    // Floats of large n are not exact, but the root is near 1 then.
    const Twofold<T> t = exponent_of_root(log2_by_table(magnitude(x)), cast<T>(n));
    if constexpr (is_same<element_of<T>, float>) {
      return exp2_of_sum(t.hi, t.lo);
    } else {
      return exact_exp2_of_sum(t.hi, t.lo);
    }
  }
  const LogParts<T> parts = log_parts_of_normal(magnitude(x));
  const D wide = cast<D>(n);
  if constexpr (is_same<element_of<T>, float>) {
    // A division of floats and a step of Newton's method take less time than a division of doubles.
    const D near = cast<D>(T(1) / cast<T>(n));
    const D inverse = muladd(near, muladd(-wide, near, D(1)), near);
    const D t = log2_of_parts(parts) * inverse;
    const Whole<D> k = nearest(t);
    const D r = t - k.value;
    return cast<T>(with_exponent(muladd(r, exp2_for_float<double>::of(r), D(1)), k.number));
  } else {
    const Twofold<T> t = exponent_of_root(twofold_log2_of_parts(parts), wide);
    const ScaledTwofold<T> power = near_twofold_exp2(t);
    return with_exponent(power.m.hi + power.m.lo, power.k);
  }
}
/// The n-th root of any x, for any n.
template <class T> inline T unusual_rootn(T x, vec<int, width_of<T>> n) {
  const T result = root_of_size(x, cast<double_of<T>>(n));
  const signed_of<T> whole = cast<signed_of<T>>(n);
  const auto odd = (whole & signed_of<T>(1)) != signed_of<T>(0);
  const T value = negated_where<T>(odd & has_sign(x), result);
  return choose((whole == signed_of<T>(0)) | ((x < T(0)) & !odd), lane_nan<T>(), value);
}

template <class T> T rootn(T x, vec<int, width_of<T>> n) {
  using I = signed_of<T>;
  using U = unsigned_of<T>;
  // Negative x with odd n have roots, too, but are rare.
  const auto usual =
      is_positive_normal_below<bias<element_of<T>>>(x) & (as<U>(cast<I>(n) + I(1)) > U(2));
  const T root = root_of_normal_size(x, n);
  return any(!usual) ? choose(mask_of<T>(usual), root, unusual_rootn(x, n)) : root;
}

} // namespace abacus

#endif
