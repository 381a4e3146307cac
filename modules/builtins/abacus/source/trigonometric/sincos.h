// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef ABACUS_TRIGONOMETRIC_SINCOS_H
#define ABACUS_TRIGONOMETRIC_SINCOS_H

#include "trigonometric/cos.h"
#include "trigonometric/sin.h"

namespace abacus {

template <class T> T sincos(T x, __private T* cosine) {
  *cosine = cos(x);
  return sin(x);
}

} // namespace abacus

#endif
