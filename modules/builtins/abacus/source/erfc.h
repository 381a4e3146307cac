// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef ABACUS_ERFC_H
#define ABACUS_ERFC_H

#include "exact.h"
#include "exponential.h"
#include "polynomials/error.h"

namespace abacus {

template <class T> T erfc(T x) {
  using E = element_of<T>;
  const T size = within(magnitude(x), 0, 10.5); // 0 from there on
  const Twofold<T> square = exact_product(size, size);
  const ExpArgument<T> a = exp_argument(-square.hi);
  const T decline = exp_of_reduced(a.r - square.lo);
  const T t = (size - T(2)) / (size + T(2));
  const T value = scaled(decline * scaled_erfc_of<E>::of(t), a.k.number);
  return choose(x < T(0), T(2) - value, value);
}

} // namespace abacus

#endif
