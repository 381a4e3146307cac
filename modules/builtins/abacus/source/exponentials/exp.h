// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef ABACUS_EXPONENTIALS_EXP_H
#define ABACUS_EXPONENTIALS_EXP_H

#include "exponentials/exponential.h"

namespace abacus {

template <class T> T exp(T x) {
  using E = element_of<T>;
  x = within(x, exp_lowest<E>, exp_highest<E>);
  const ExpArgument<T> a = exp_argument(x);
  return scaled(exp_of_reduced(a.r), a.k);
}

} // namespace abacus

#endif
