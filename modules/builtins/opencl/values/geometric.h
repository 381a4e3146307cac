// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Geometric functions (OpenCL C 6.12.5). Sums of squares of float and half are formed in a wider
// type, where they can neither overflow nor vanish; those of double are scaled. normalize, which
// may be off by 2 + n units, first tries without either, and scales what it has to.
#ifndef OPENCL_VALUES_GEOMETRIC_H
#define OPENCL_VALUES_GEOMETRIC_H

#include "values/common.h"
#include "values/relational.h"

namespace impl {

template <class E> struct sum_type {
  using type = double;
};
template <> struct sum_type<half> {
  using type = float;
};

template <class T> T cross(T a, T b) {
  T r = T(0);
  r.x = a.y * b.z - a.z * b.y;
  r.y = a.z * b.x - a.x * b.z;
  r.z = a.x * b.y - a.y * b.x;
  return r;
}

template <class T> element_of<T> dot(T a, T b) {
  element_of<T> sum = get(a, 0) * get(b, 0);
  for (int i = 1; i < width_of<T>; ++i) {
    sum += get(a, i) * get(b, i);
  }
  return sum;
}

template <class T> element_of<T> largest(T x) {
  element_of<T> result = 0;
  for (int i = 0; i < width_of<T>; ++i) {
    const element_of<T> size = __builtin_elementwise_abs(get(x, i));
    result = size > result ? size : result;
  }
  return result;
}
template <class T> bool any_nan(T x) {
  bool result = false;
  for (int i = 0; i < width_of<T>; ++i) {
    result |= isnan(get(x, i));
  }
  return result;
}

/// A power of two that keeps squares of elements up to `size` far from both ends of the range.
inline double scale_for(double size) {
  return size > 0x1p500 ? 0x1p-600 : size < 0x1p-400 ? 0x1p600 : 1;
}

/// The length in the wide type, or, of double, scaled by `scale`.
template <class T> auto wide_length(T x, double scale) {
  using W = typename sum_type<element_of<T>>::type;
  vec<W, width_of<T>> wide = cast<vec<W, width_of<T>>>(x);
  if constexpr (is_same<element_of<T>, double>) {
    wide *= scale;
  }
  return __builtin_elementwise_sqrt(dot(wide, wide));
}

template <class T> element_of<T> length(T x) {
  using E = element_of<T>;
  const E size = largest(x);
  if (isinf(size)) {
    return size;
  }
  if constexpr (is_same<E, double>) {
    const double scale = scale_for(size);
    return wide_length(x, scale) / scale;
  } else {
    return E(wide_length(x, 1));
  }
}

template <class T> element_of<T> distance(T a, T b) { return length(T(a - b)); }

/// Whether a sum of squares is as exact as its type allows: none of them has overflowed, nor has
/// one that counts lost bits below the range. False for NaN.
inline bool is_ordinary(double sum) { return sum > 0x1p-800 && sum < 0x1p1000; }
inline bool is_ordinary(float sum) { return sum > 0x1p-90f && sum < 0x1p120f; }

/// A power of two that makes a number of type E, which is not 0, one from 2^-23 to 4.
inline float to_unit(float size) {
  const int exponent = int(__builtin_bit_cast(unsigned, size) >> 23); // with a bias of 127
  return __builtin_bit_cast(float, unsigned(exponent > 253 ? 1 : 254 - exponent) << 23);
}
inline float to_unit(half size) { return to_unit(float(size)); }

/// Normalises any vector: infinite elements count as +-1 beside zeros; a zero vector and NaN stay
/// what they are. Those of half and float are scaled to numbers of float, which needs no double.
template <class T> T normalize_any(T x) {
  using E = element_of<T>;
  const E size = largest(x);
  if (size == 0 || any_nan(x)) {
    return any_nan(x) ? T(__builtin_nanf("")) : x;
  }
  if (isinf(size)) {
    for (int i = 0; i < width_of<T>; ++i) {
      x = put(x, i, __builtin_elementwise_copysign(E(isinf(get(x, i)) ? 1 : 0), get(x, i)));
    }
  }
  if constexpr (is_same<E, double>) {
    const double scale = isinf(size) ? 1 : scale_for(size);
    const double size_of_x = wide_length(x, scale);
    for (int i = 0; i < width_of<T>; ++i) {
      // Scaled where that loses nothing: a small element before the division when the scale is
      // large, after it when the scale is small, so that only a result can be too small for its
      // bits.
      const double element = get(x, i);
      x = put(x, i, scale < 1 ? element / size_of_x * scale : element * scale / size_of_x);
    }
    return x;
  } else {
    auto scaled = cast<vec<float, width_of<T>>>(x) * (isinf(size) ? 1 : to_unit(size));
    scaled = scaled / decltype(scaled)(__builtin_elementwise_sqrt(dot(scaled, scaled)));
    return cast<T>(scaled);
  }
}

/// n roundings of the sum count half behind the root; root and division add one each. For float the
/// largest errors found are 2.2, 2.3 and 2.6 units of 4, 5 and 6 for two to four elements.
template <class T> T normalize(T x) {
  if constexpr (!is_same<element_of<T>, half>) {
    const element_of<T> sum = dot(x, x);
    if (is_ordinary(sum)) {
      return x / T(__builtin_elementwise_sqrt(sum));
    }
  }
  return normalize_any(x);
}

template <class T> element_of<T> fast_length(T x) { return length(x); }
template <class T> element_of<T> fast_distance(T a, T b) { return distance(a, b); }
template <class T> T fast_normalize(T x) { return normalize(x); }

} // namespace impl

#endif
