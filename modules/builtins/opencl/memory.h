// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Vector data load and store (OpenCL C 6.12.7). Pointers are aligned to their element only, but for
// the forms with an `a`. P is a pointer into any address space.
#ifndef OPENCL_MEMORY_H
#define OPENCL_MEMORY_H

#include "convert.h"

namespace impl {

/// Distance between vectors of N in memory, in elements: three take the room of four if aligned.
template <int N> inline constexpr int aligned_step = N == 3 ? 4 : N;

template <class T, class P> T vload(size_t offset, P p) {
  p += offset * width_of<T>;
  T result = T(0);
  for (int i = 0; i < width_of<T>; ++i) {
    set(result, i, p[i]);
  }
  return result;
}

template <class T, class P> void vstore(T data, size_t offset, P p) {
  p += offset * width_of<T>;
  for (int i = 0; i < width_of<T>; ++i) {
    p[i] = get(data, i);
  }
}

template <class T, class P> T load_half(size_t offset, P p) {
  return cast<T>(vload<vec<half, width_of<T>>>(offset, p));
}

template <class T, class P> T load_half_aligned(size_t offset, P p) {
  return load_half<T>(0, p + offset * aligned_step<width_of<T>>);
}

template <Rounding mode, class T, class P> void store_half(T data, size_t offset, P p) {
  vstore(float_to_float<mode, vec<half, width_of<T>>>(data), offset, p);
}

template <Rounding mode, class T, class P> void store_half_aligned(T data, size_t offset, P p) {
  store_half<mode>(data, 0, p + offset * aligned_step<width_of<T>>);
}

} // namespace impl

#endif
