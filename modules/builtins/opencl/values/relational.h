// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Relational functions (OpenCL C 6.12.6). Scalars give an int of 0 or 1, vectors give 0 or -1 in
// each element; both come from the type of C++'s comparison. Classification looks at the bits, so
// that no floating-point mode changes it.
#ifndef OPENCL_VALUES_RELATIONAL_H
#define OPENCL_VALUES_RELATIONAL_H

#include "types.h"

namespace impl {

template <class T> auto isequal(T a, T b) { return a == b; }
template <class T> auto isnotequal(T a, T b) { return a != b; }
template <class T> auto isgreater(T a, T b) { return a > b; }
template <class T> auto isgreaterequal(T a, T b) { return a >= b; }
template <class T> auto isless(T a, T b) { return a < b; }
template <class T> auto islessequal(T a, T b) { return a <= b; }
template <class T> auto islessgreater(T a, T b) { return (a < b) | (a > b); }
template <class T> auto isordered(T a, T b) { return (a == a) & (b == b); }
template <class T> auto isunordered(T a, T b) { return (a != a) | (b != b); }

/// The bits of |x|.
template <class T> unsigned_of<T> magnitude(T x) {
  using U = unsigned_of<T>;
  return as<U>(x) & U(element_of<U>(~format<element_of<T>>::sign));
}
template <class T> auto isfinite(T x) {
  return magnitude(x) < unsigned_of<T>(format<element_of<T>>::infinity);
}
template <class T> auto isinf(T x) {
  return magnitude(x) == unsigned_of<T>(format<element_of<T>>::infinity);
}
template <class T> auto isnan(T x) {
  return magnitude(x) > unsigned_of<T>(format<element_of<T>>::infinity);
}
template <class T> auto isnormal(T x) {
  using F = format<element_of<T>>;
  using U = unsigned_of<T>;
  return (magnitude(x) >= U(F::least_normal)) & (magnitude(x) < U(F::infinity));
}
template <class T> auto signbit(T x) { return as<signed_of<T>>(x) < signed_of<T>(0); }

template <class T> int any(T x) {
  element_of<T> bits = 0;
  for (int i = 0; i < width_of<T>; ++i) {
    bits |= get(x, i);
  }
  return bits < 0;
}
template <class T> int all(T x) {
  element_of<T> bits = -1;
  for (int i = 0; i < width_of<T>; ++i) {
    bits &= get(x, i);
  }
  return bits < 0;
}

template <class T> T bitselect(T a, T b, T mask) {
  using U = unsigned_of<T>;
  return as<T>(U((as<U>(a) & ~as<U>(mask)) | (as<U>(b) & as<U>(mask))));
}
template <class T, class C> T select(T a, T b, C condition) {
  if constexpr (width_of<T> == 1) {
    return condition ? b : a;
  } else {
    return choose(as<signed_of<C>>(condition) < signed_of<C>(0), b, a);
  }
}

} // namespace impl

#endif
