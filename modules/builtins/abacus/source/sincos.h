// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef ABACUS_SINCOS_H
#define ABACUS_SINCOS_H

#include "trigonometric.h"

namespace abacus {

template <class T> T sincos(T x, __private T* cosine) {
  const T size = magnitude(x);
  *cosine = sine_of(cosine_slope(size));
  return odd_function(x, sine_of(sine_slope(size)));
}

} // namespace abacus

#endif
