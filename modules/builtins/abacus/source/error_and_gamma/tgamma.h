// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef ABACUS_ERROR_AND_GAMMA_TGAMMA_H
#define ABACUS_ERROR_AND_GAMMA_TGAMMA_H

#include "error_and_gamma/gamma.h"

namespace abacus {

/// gamma(x) for |x| up to 43, by pi / (sin(pi x) gamma(1 - x)) or gamma(1 + x) / x; r: x without
/// whole half turns.
template <class D> inline D float_gamma(D x, D r) {
  const Scaled<D> g = float_gamma_beyond_one(magnitude(x));
  const auto minus = x < D(0);
  const D sine = r * sine_factor<float>::of(r * r);
  const D quotient =
      choose(minus, real<D>(0x1.921fb54442d18p+1), g.m) / choose(minus, sine * g.m, x);
  return scaled(quotient, choose(minus, -g.k, g.k));
}
/// The same for |x| up to 190, within little more than half a unit in the last place.
template <class D> inline D double_gamma(D x, D r) {
  const ScaledTwofold<D> g = double_gamma_beyond_one(magnitude(x));
  const auto minus = x < D(0);
  const Twofold<D> sine =
      product(Twofold<D>{r, D(0)}, sine_factor<double>::of(exact_product(r, r)));
  const Twofold<D> denominator = product(sine, g.m);
  const D pi = real<D>(0x1.921fb54442d18p+1), pi_rest = real<D>(0x1.1a62633145c07p-53);
  const Twofold<D> above = {choose(minus, pi, g.m.hi), choose(minus, pi_rest, g.m.lo)};
  const Twofold<D> below = {choose(minus, denominator.hi, x), choose(minus, denominator.lo, D(0))};
  D value = quotient(above, below);
  const auto none = value != value; // infinite ones, too
  value = any(none) ? choose(none, above.hi / below.hi, value) : value;
  return scaled(value, choose(minus, -g.k, g.k));
}

template <class T> T tgamma(T x) {
  using E = element_of<T>;
  using D = double_of<T>;
  constexpr double bound = is_same<E, float> ? 43 : 190;
  const D wide = cast<D>(x), inside = within(wide, -bound, bound);
  // sin(pi x) = sin(pi r) for negative numbers
  const D size = magnitude(wide), nearest_whole = __builtin_elementwise_roundeven(size);
  const signed_of<D> even = ~as<signed_of<D>>(nearest_whole + real<D>(0x1p52));
  const D r = as<D>(as<signed_of<D>>(size - nearest_whole) ^ (even << signed_of<D>(63)));
  D value;
  if constexpr (is_same<E, float>) {
    value = float_gamma(inside, r);
  } else {
    value = double_gamma(inside, r);
  }
  const auto minus = wide < D(0), whole = __builtin_elementwise_trunc(wide) == wide;
  const D result = choose(minus & whole, lane_nan<D>(), value);
  // Beyond the bound nothing is left of it, or it is infinite.
  const D beyond = choose(minus, signed_like(D(0), r), lane_infinity<D>());
  return cast<T>(choose((size > real<D>(bound)) & !(minus & whole), beyond, result));
}

} // namespace abacus

#endif
