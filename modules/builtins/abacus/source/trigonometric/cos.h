// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef ABACUS_TRIGONOMETRIC_COS_H
#define ABACUS_TRIGONOMETRIC_COS_H

#include "trigonometric/quick_angles.h"

namespace abacus {

template <class T> T cos(T x) {
  if constexpr (is_same<element_of<T>, double>) {
    if (has_quick_angles()) {
      return quick_sine(x, 1);
    }
  }
  return sine(magnitude(x), 1, T(1));
}

} // namespace abacus

#endif
