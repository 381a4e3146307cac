// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Powers: of floats by way of logarithms in double, of doubles by way of twofold ones.
#ifndef ABACUS_POWERS_POWER_H
#define ABACUS_POWERS_POWER_H

#include "powers/twofold_power.h"

namespace abacus {

template <class T> using double_of = vec<double, width_of<T>>;
/// The mask of a comparison of doubles, for as many floats.
template <class T> using wide_mask_of = mask_of<double_of<T>>;

/// log2 x in double, to some 40 bits, for positive finite x.
template <class D> inline D log2_of_positive(D x) {
  const Split<D> s = split(x);
  const D t = (s.m - D(1)) / (s.m + D(1));
  return muladd(t, log2_for_float<double>::of(t * t), cast<D>(s.k));
}
/// log2 |x|: infinite at 0 and infinity.
template <class T> inline double_of<T> log2_of_size(T x) {
  using D = double_of<T>;
  const D size = cast<D>(magnitude(x));
  const D value = log2_of_positive(size);
  const D at_zero = choose(size == D(0), -lane_infinity<D>(), value);
  return choose(size < lane_infinity<D>(), at_zero, size); // NaN too
}
/// 2^t, rounded once.
template <class T> inline T exp2_to_float(double_of<T> t) {
  using D = double_of<T>;
  t = within(t, -200, 200);
  const Whole<D> k = nearest(t);
  const D r = t - k.value;
  return cast<T>(muladd(r, exp2_for_float<double>::of(r), D(1)) * exp2_of<D>(k.number));
}

/// log2 |x|: infinite at 0 and infinity.
template <class T> inline Twofold<T> twofold_log2_of_size(T x) {
  const T size = magnitude(x);
  const Twofold<T> value = twofold_log2(size);
  const T at_zero = choose(size == T(0), -lane_infinity<T>(), value.hi);
  return {choose(size < lane_infinity<T>(), at_zero, size), value.lo};
}
/// 2^t, rounded once.
template <class T> inline T exp2_to_double(Twofold<T> t) {
  const Scaled<T> result = exp2_of_twofold(t);
  return scaled(result.m, result.k);
}

/// |x|^y but where 1, or y, is 0 times infinite.
template <class T> inline T power_of_size(T x, double_of<T> y) {
  if constexpr (is_same<element_of<T>, float>) {
    return exp2_to_float<T>(log2_of_size(x) * y);
  } else {
    const Twofold<T> log = twofold_log2_of_size(x);
    const Twofold<T> t = exact_product(log.hi, y);
    return exp2_to_double<T>({t.hi, muladd(log.lo, y, t.lo)});
  }
}
/// |x|^(1 / n)
template <class T> inline T root_of_size(T x, double_of<T> n) {
  if constexpr (is_same<element_of<T>, float>) {
    return exp2_to_float<T>(log2_of_size(x) / n);
  } else {
    const Twofold<T> log = twofold_log2_of_size(x);
    const T t = log.hi / n;
    return exp2_to_double<T>({t, (less_product(log.hi, t, n) + log.lo) / n});
  }
}

/// y is a whole number, and an odd one.
template <class T> struct Parity {
  mask_of<T> whole, odd;
};
template <class T> inline Parity<T> parity_of(T y) {
  const T halved = y * real<T>(0.5);
  const auto whole = __builtin_elementwise_trunc(y) == y;
  return {whole, mask_of<T>(whole & (__builtin_elementwise_trunc(halved) != halved))};
}
template <class T> inline T negated_where(mask_of<T> condition, T x) {
  return choose(condition, -x, x);
}
template <class T> inline mask_of<T> has_sign(T x) { return as<signed_of<T>>(x) < signed_of<T>(0); }

/// x^y as C's pow defines it.
template <class T> inline T power_of(T x, T y) {
  T result = power_of_size(x, cast<double_of<T>>(y));
  const Parity<T> parity = parity_of(y);
  result = negated_where<T>(parity.odd & has_sign(x), result);
  result = choose((x < T(0)) & (x > -lane_infinity<T>()) & !parity.whole, lane_nan<T>(), result);
  // These give 1 in any case, also where the exponent is the product of 0 and infinity.
  const auto one =
      (y == T(0)) | (x == T(1)) | ((x == T(-1)) & (magnitude(y) == lane_infinity<T>()));
  return choose(one, T(1), result);
}
/// x^y for x >= 0: e^(y ln x), with NaN where that is undefined.
template <class T> inline T real_power(T x, T y) {
  const T result = power_of_size(x, cast<double_of<T>>(y));
  // 1 to a finite power, also where y is 0.
  return choose(x >= T(0), result, lane_nan<T>());
}

} // namespace abacus

#endif
