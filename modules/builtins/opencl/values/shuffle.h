// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Miscellaneous vector functions (OpenCL C 6.12.12). Only the low bits of a mask's elements count.
#ifndef OPENCL_VALUES_SHUFFLE_H
#define OPENCL_VALUES_SHUFFLE_H

#include "types.h"

namespace impl {

template <class R, class T, class M> R shuffle(T x, M mask) {
  R result = R(0);
  for (int i = 0; i < width_of<R>; ++i) {
    result = put(result, i, get(x, int(get(mask, i)) & (width_of<T> - 1)));
  }
  return result;
}

template <class R, class T, class M> R shuffle2(T x, T y, M mask) {
  R result = R(0);
  for (int i = 0; i < width_of<R>; ++i) {
    const int index = int(get(mask, i)) & (2 * width_of<T> - 1);
    const int within = index & (width_of<T> - 1);
    result = put(result, i, index < width_of<T> ? get(x, within) : get(y, within));
  }
  return result;
}

} // namespace impl

#endif
