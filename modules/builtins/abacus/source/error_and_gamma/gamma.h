// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The gamma function and its logarithm, in double for either type: E is the type whose precision
// is wanted, D a double or a vector of them. The formulas are those of abacus/scripts/gamma.py.
#ifndef ABACUS_ERROR_AND_GAMMA_GAMMA_H
#define ABACUS_ERROR_AND_GAMMA_GAMMA_H

#include "logarithms/log.h"
#include "polynomials/gamma.h"
#include "powers/power.h"
#include "trigonometric/sinpi.h"

namespace abacus {

/// gamma(1 + y) for 0 <= y <= 43, to some 30 bits.
template <class D> inline Scaled<D> float_gamma_beyond_one(D y) {
  const D log = log2_of_positive(y + D(2)) - real<D>(0x1.71547652b82fep+0); // less log2(e)
  const Scaled<D> power = exp2_of_twofold(Twofold<D>{(y + D(0.5)) * log, D(0)});
  return {power.m * gamma_factor<float>::of(D(1) / (y + D(1.5))), power.k};
}
/// 1 / a, to nearly twice the bits.
template <class D> inline Twofold<D> twofold_inverse(Twofold<D> a) {
  const D inverse = D(1) / a.hi;
  return {inverse, (less_product(D(1), inverse, a.hi) - inverse * a.lo) * inverse};
}
/// gamma(1 + y) for 0 <= y <= 190, to some 56 bits.
template <class D> inline ScaledTwofold<D> double_gamma_beyond_one(D y) {
  const D high = real<D>(0x1.71547652b82fep+0), low = real<D>(0x1.777d0ffda0d24p-56); // log2(e)
  const Twofold<D> factor = gamma_factor<double>::of(twofold_inverse(exact_sum(y, D(1.5))));
  const Twofold<D> weight = exact_sum(y, D(0.5)), base = exact_sum(D(2), y);
  const Twofold<D> near = twofold_log2(base.hi), log = ordered_sum(near.hi, near.lo);
  const Twofold<D> less = exact_sum(log.hi, -high);
  const D less_rest = less.lo + ((log.lo - low) + base.lo / base.hi * high);
  const Twofold<D> t = product(weight, Twofold<D>{less.hi, less_rest});
  const ScaledTwofold<D> power = near_twofold_exp2(t);
  return {product(power.m, factor), power.k};
}

/// ln gamma(x) for x >= 5/2.
template <class E, class D> inline D log_gamma_far(D x) {
  const D rest = log_gamma_rest<E>::of(D(1) / (x + D(0.5)));
  const D weight = x - D(0.5);
  if constexpr (is_same<E, float>) {
    const D log = log2_of_positive(x) * real<D>(0x1.62e42fefa39efp-1);
    return muladd(weight, log - D(1), rest);
  } else {
    const Twofold<D> log2 = twofold_log2(x);
    const Twofold<D> log = exact_product(log2.hi, real<D>(0x1.62e42fefa39efp-1));
    const D lower = muladd(log2.hi, real<D>(0x1.abc9e3b39803fp-56),
                           muladd(log2.lo, real<D>(0x1.62e42fefa39efp-1), log.lo));
    const Twofold<D> less_one = exact_sum(log.hi, D(-1));
    const Twofold<D> t = exact_product(less_one.hi, weight);
    const D small = muladd(less_one.lo + lower, weight, t.lo);
    return choose(t.hi < lane_infinity<D>(), t.hi + (small + rest), lane_infinity<D>());
  }
}

/// ln |gamma(x)|, and gamma's sign: 1 at poles but -0.
template <class T> struct LogGamma {
  double_of<T> value;
  signed_of<double_of<T>> sign;
};
template <class T> inline LogGamma<T> log_gamma(T x) {
  using E = element_of<T>;
  using D = double_of<T>;
  using I = signed_of<D>;
  const D wide = cast<D>(x), size = magnitude(wide);
  // Below some number before the root at 1: ln gamma(1 + x) - ln x.
  const auto low = size < real<D>(0.85);
  const D y = choose(low, size, size - D(1));
  // At the roots 0, not -0.
  const D near = y * (y - D(1)) * log_gamma_factor<E>::of(y - D(0.6875)) + D(0);
  D value = choose(size < real<D>(2.5), near, log_gamma_far<E>(size));
  I sign = I(1);
  if (any(mask_of<D>(wide < real<D>(0.85)))) {
    // gamma(x) = -pi / (sin(pi x) |x| gamma(|x|)) for x < 0
    const auto minus = wide < D(0);
    const D sine = cast<D>(sinpi(x)), size_or_one = choose(low, D(1), size);
    const D reflected = magnitude(sine) * size_or_one * real<D>(inverse_pi_value);
    const D logarithm = log(choose(minus, reflected, choose(low, size, D(1))));
    value = choose(minus, -value, value) - logarithm;
    value = choose(minus & (sine == D(0)), lane_infinity<D>(), value);
    sign = choose((sine < D(0)) & minus, I(-1), I(1));
    sign = choose((size == D(0)) & (as<I>(wide) < I(0)), I(-1), sign);
  }
  value = choose(size == lane_infinity<D>(), size, value);
  return {choose(size == size, value, wide), sign};
}

} // namespace abacus

#endif
