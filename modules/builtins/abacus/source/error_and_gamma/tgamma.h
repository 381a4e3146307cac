// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef ABACUS_ERROR_AND_GAMMA_TGAMMA_H
#define ABACUS_ERROR_AND_GAMMA_TGAMMA_H

#include "error_and_gamma/gamma.h"

namespace abacus {

template <class T> T tgamma(T x) {
  using E = element_of<T>;
  using D = double_of<T>;
  constexpr double bound = is_same<E, float> ? 43 : 190;
  const D wide = cast<D>(x);
  const Scaled<D> g = gamma_beyond_one<E>(within(magnitude(wide), 0, bound));
  // gamma(1 + x) / x, or pi / (sin(pi x) gamma(1 - x))
  const auto minus = wide < D(0);
  const D sine = cast<D>(sinpi(x));
  const D quotient =
      choose(minus, real<D>(0x1.921fb54442d18p+1), g.m) / choose(minus, sine * g.m, wide);
  const D value = scaled(quotient, choose(minus, -g.k, g.k));
  const auto whole = __builtin_elementwise_trunc(wide) == wide;
  const D result = choose(minus & whole, lane_nan<D>(), value);
  // Beyond the bound nothing is left of it, or it is infinite.
  const D beyond = choose(minus, signed_like(D(0), sine), lane_infinity<D>());
  return cast<T>(choose((magnitude(wide) > real<D>(bound)) & !(minus & whole), beyond, result));
}

} // namespace abacus

#endif
