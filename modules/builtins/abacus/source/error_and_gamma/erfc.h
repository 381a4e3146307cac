// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef ABACUS_ERROR_AND_GAMMA_ERFC_H
#define ABACUS_ERROR_AND_GAMMA_ERFC_H

#include "error_and_gamma/error_function.h"

namespace abacus {

template <class T> T erfc(T x) {
  const T value = erfc_of_positive(magnitude(x));
  return choose(x < T(0), T(2) - value, value);
}

} // namespace abacus

#endif
