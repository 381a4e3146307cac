// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef ABACUS_ERROR_AND_GAMMA_LGAMMA_R_H
#define ABACUS_ERROR_AND_GAMMA_LGAMMA_R_H

#include "error_and_gamma/gamma.h"

namespace abacus {

template <class T> T lgamma_r(T x, __private vec<int, width_of<T>>* sign) {
  const LogGamma<T> result = log_gamma(x);
  *sign = cast<vec<int, width_of<T>>>(result.sign);
  return cast<T>(result.value);
}

} // namespace abacus

#endif
