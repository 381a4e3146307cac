// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Atomic functions (OpenCL C 6.12.11, and the atom_ names of the extensions before it): relaxed.
#ifndef OPENCL_MEMORY_ATOMICS_H
#define OPENCL_MEMORY_ATOMICS_H

#include "types.h"

namespace impl {

#define RELAXED __ATOMIC_RELAXED, __MEMORY_SCOPE_DEVICE

template <class P, class T> T add(P p, T x) { return __scoped_atomic_fetch_add(p, x, RELAXED); }
template <class P, class T> T sub(P p, T x) { return __scoped_atomic_fetch_sub(p, x, RELAXED); }
template <class P, class T> T bit_and(P p, T x) { return __scoped_atomic_fetch_and(p, x, RELAXED); }
template <class P, class T> T bit_or(P p, T x) { return __scoped_atomic_fetch_or(p, x, RELAXED); }
template <class P, class T> T bit_xor(P p, T x) { return __scoped_atomic_fetch_xor(p, x, RELAXED); }
template <class P, class T> T min(P p, T x) { return __scoped_atomic_fetch_min(p, x, RELAXED); }
template <class P, class T> T max(P p, T x) { return __scoped_atomic_fetch_max(p, x, RELAXED); }
template <class T, class P> T inc(P p) { return add(p, T(1)); }
template <class T, class P> T dec(P p) { return sub(p, T(1)); }
template <class P, class T> T xchg(P p, T x) { return __scoped_atomic_exchange_n(p, x, RELAXED); }
template <class I, class P> float xchg_float(P p, float x) {
  return as<float>(xchg((I)p, as<int>(x)));
}
template <class P, class T> T cmpxchg(P p, T expected, T desired) {
  __scoped_atomic_compare_exchange_n(p, &expected, desired, false, __ATOMIC_RELAXED, RELAXED);
  return expected;
}

#undef RELAXED

} // namespace impl

#endif
