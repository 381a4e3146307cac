// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef ABACUS_HYPERBOLIC_ASINH_H
#define ABACUS_HYPERBOLIC_ASINH_H

#include "hyperbolic/area.h"

namespace abacus {

template <class T> T asinh(T x) {
  const T size = magnitude(x);
  const T bounded = within(size, 0, area_large<element_of<T>>);
  const T square = bounded * bounded;
  const T root = __builtin_elementwise_sqrt(square + T(1));
  return signed_like(log_of_area(size, bounded + near_quotient(square, root + T(1))), x);
}

} // namespace abacus

#endif
