// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Angles so large that the digits of pi in a few numbers do not suffice, by the method of Payne and
// Hanek: of x 2/pi only those digits are formed that whole turns do not take away.
#ifndef ABACUS_TRIGONOMETRIC_FAR_ANGLE_H
#define ABACUS_TRIGONOMETRIC_FAR_ANGLE_H

#include "arithmetic/exact.h"
#include "polynomials/two_over_pi.h"

namespace abacus {

/// x = (4 n + quadrant) pi/2 + r; NaN for infinite x.
template <class T> struct QuarterAngle {
  Twofold<T> r;
  signed_of<T> quadrant;
};

/// Digits of 2/pi from element `index` of the table on.
template <class T> inline T digits_from(signed_of<T> index) {
  T result = T(0);
  for (int i = 0; i < width_of<T>; ++i) {
    if constexpr (is_same<element_of<T>, float>) {
      result = put(result, i, two_over_pi_float[get(index, i)]);
    } else {
      result = put(result, i, two_over_pi_double[get(index, i)]);
    }
  }
  return result;
}

/// x without the nearest multiple of 4, exactly.
template <class T> inline T less_fours(T x) {
  return x - T(4) * __builtin_elementwise_roundeven(x * real<T>(0.25));
}

/// For x of 1 and more; others give some angle, without a trap. `nearest_quarters` gives the whole
/// number of quarter turns, near the angle that it is called with, that r does not have.
template <class T, class Nearest> inline QuarterAngle<T> far_angle(T x, Nearest nearest_quarters) {
  using E = element_of<T>;
  using I = signed_of<T>;
  constexpr int bits = is_same<E, float> ? 24 : 48, step = is_same<E, float> ? 8 : 16;
  constexpr double down = 1.0 / double(1ul << bits);
  const auto finite = x < lane_infinity<T>();
  const T size = choose(finite, x, T(1));
  // Digits before this element make multiples of 4 with the last digit of x.
  const I exponent = (as<I>(size) >> I(format<E>::mantissa)) - I(bias<E>);
  const I beyond = exponent - I(format<E>::mantissa + 2);
  const I first = choose(beyond > I(0), beyond >> I(is_same<E, float> ? 3 : 4), I(0));
  const T m = size * exp2_of<T>(-first * I(step));
  const Twofold<T> p0 = exact_product(m, digits_from<T>(first));
  const T m1 = m * real<T>(down), m2 = m1 * real<T>(down), m3 = m2 * real<T>(down);
  const Twofold<T> p1 = exact_product(m1, digits_from<T>(first + I(3)));
  const Twofold<T> p2 = exact_product(m2, digits_from<T>(first + I(6)));
  const T p3 = m3 * digits_from<T>(first + I(9));
  // From large to small, each sum exact, so that it does not matter which of them cancel. Where the
  // order of two is not known, the first is a multiple of the second's last digit.
  const Twofold<T> a = exact_sum(less_fours(p0.hi), less_fours(p0.lo));
  const Twofold<T> b = exact_sum(a.hi, less_fours(p1.hi));
  const T quarters = nearest_quarters(b.hi);
  const Twofold<T> c = ordered_sum(b.hi - quarters, b.lo);
  const Twofold<T> d = exact_sum(p1.lo, a.lo);
  const Twofold<T> e = exact_sum(c.hi, d.hi);
  const Twofold<T> f = ordered_sum(e.hi, p2.hi);
  const T small = (c.lo + e.lo) + (d.lo + (f.lo + (p2.lo + p3)));
  const Twofold<T> z = exact_sum(f.hi, small);
  // times pi / 2
  const T high = real<T>(is_same<E, float> ? 0x1.921fb6p+0 : 0x1.921fb54442d18p+0);
  const T low = real<T>(is_same<E, float> ? -0x1.777a5cp-25 : 0x1.1a62633145c07p-54);
  const Twofold<T> r = exact_product(z.hi, high);
  const Twofold<T> angle = ordered_sum(r.hi, muladd(z.hi, low, muladd(z.lo, high, r.lo)));
  return {{choose(finite, angle.hi, lane_nan<T>()), angle.lo}, cast<I>(quarters) & I(3)};
}
/// The same with |r| at most pi/4 and a little.
template <class T> inline QuarterAngle<T> far_angle(T x) {
  return far_angle(x, [](T quarters) { return __builtin_elementwise_roundeven(quarters); });
}

} // namespace abacus

#endif
