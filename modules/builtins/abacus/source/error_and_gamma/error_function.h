// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Helpers shared by erf and erfc.
#ifndef ABACUS_ERROR_AND_GAMMA_ERROR_FUNCTION_H
#define ABACUS_ERROR_AND_GAMMA_ERROR_FUNCTION_H

#include "arithmetic/exact.h"
#include "exponentials/exponential.h"
#include "polynomials/error.h"

namespace abacus {

/// erfc is 0 from there on.
template <class E> inline constexpr double erfc_end = is_same<E, float> ? 10.25 : 27.5;

/// erfc x of floats x >= 0, as e^(-x^2) R((x - c) / (x + c)) / (x + c).
template <class T> inline T erfc_of_positive(T x) {
  x = within(x, 0, erfc_end<float>);
  const T centre = real<T>(2);
  const Twofold<T> square = exact_product(x, x);
  const ExpArgument<T> a = exp_argument(-square.hi);
  const T decline = exp_of_reduced(a.r - square.lo);
  const T inverse = T(1) / (x + centre);
  const T t = (x - centre) * inverse;
  return scaled(decline * (scaled_erfc_of<float>::of(t) * inverse), a.k.number);
}

} // namespace abacus

#endif
