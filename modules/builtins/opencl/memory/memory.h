// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Vector data load and store (OpenCL C 6.12.7). Pointers are aligned to their element only, except
// for the forms with an `a`. P is a pointer into any address space.
#ifndef OPENCL_MEMORY_MEMORY_H
#define OPENCL_MEMORY_MEMORY_H

#include "values/convert.h"

namespace impl {

/// Distance between vectors of N in memory, in elements: three take the room of four if aligned.
template <int N> inline constexpr int aligned_step = N == 3 ? 4 : N;

/// P, a pointer to an element, as a pointer to X in the same address space.
template <class P, class X> struct retarget;
template <class E, class X> struct retarget<const __global E*, X> {
  using type = const __global X*;
};
template <class E, class X> struct retarget<const __constant E*, X> {
  using type = const __constant X*;
};
template <class E, class X> struct retarget<const __local E*, X> {
  using type = const __local X*;
};
template <class E, class X> struct retarget<const __private E*, X> {
  using type = const __private X*;
};
template <class E, class X> struct retarget<const __generic E*, X> {
  using type = const __generic X*;
};
template <class E, class X> struct retarget<__global E*, X> {
  using type = __global X*;
};
template <class E, class X> struct retarget<__local E*, X> {
  using type = __local X*;
};
template <class E, class X> struct retarget<__private E*, X> {
  using type = __private X*;
};
template <class E, class X> struct retarget<__generic E*, X> {
  using type = __generic X*;
};

/// T aligned as its elements are: one load or store of a whole vector from anywhere.
template <class T> struct __attribute__((packed, aligned(sizeof(element_of<T>)))) Loose {
  T value;
};
template <class T, class P> using loose_pointer = typename retarget<P, Loose<T>>::type;

template <class T, class P> T vload(size_t offset, P p) {
  p += offset * width_of<T>;
  if constexpr (width_of<T> == 3) {
    T result = T(0);
    for (int i = 0; i < 3; ++i) {
      result[i] = p[i];
    }
    return result;
  } else {
    return ((loose_pointer<T, P>)p)->value;
  }
}

template <class T, class P> void vstore(T data, size_t offset, P p) {
  p += offset * width_of<T>;
  if constexpr (width_of<T> == 3) {
    for (int i = 0; i < 3; ++i) {
      p[i] = data[i];
    }
  } else {
    ((loose_pointer<T, P>)p)->value = data;
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
