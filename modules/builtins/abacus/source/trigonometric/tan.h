// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef ABACUS_TRIGONOMETRIC_TAN_H
#define ABACUS_TRIGONOMETRIC_TAN_H

#include "trigonometric/quick_angles.h"

namespace abacus {

template <class T> T tan(T x) {
  if constexpr (is_same<element_of<T>, double>) {
    if (has_quick_angles()) {
      return quick_tangent(x);
    }
  }
  return odd_function(x, tangent_of(quarter_angle(magnitude(x))));
}

} // namespace abacus

#endif
