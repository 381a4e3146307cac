// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// SYCL 2020, section 4.17.8: geometric functions, of vec and marray with up to four elements.
#ifndef SYCL_MATH_GEOMETRIC_HPP
#define SYCL_MATH_GEOMETRIC_HPP

#include <sycl/math/integers.hpp>

namespace sycl {
inline namespace lw1 {

template <typename T, detail::if_real<T> = 0> T dot(T a, T b) { return a * b; }
template <typename T, detail::if_real<T> = 0> T length(T x) { return fabs(x); }
template <typename T, detail::if_real<T> = 0> T distance(T a, T b) { return fabs(T(a - b)); }
template <typename T, detail::if_real<T> = 0> T normalize(T x) { return sign(x); }

#define LW_GEOMETRIC(parameters, type)                                                             \
  template <parameters> auto dot(const type& a, const type& b) {                                   \
    auto sum = a[0] * b[0];                                                                        \
    for (std::size_t i = 1; i < type::size(); ++i) {                                               \
      sum += a[i] * b[i];                                                                          \
    }                                                                                              \
    return typename type::value_type(sum);                                                         \
  }                                                                                                \
  template <parameters> auto length(const type& x) { return sqrt(dot(x, x)); }                     \
  template <parameters> auto distance(const type& a, const type& b) { return length(a - b); }      \
  template <parameters> auto normalize(const type& x) {                                            \
    const auto size = length(x);                                                                   \
    return size == 0 ? x : x / size;                                                               \
  }
#define LW_COMMA ,
LW_GEOMETRIC(typename T LW_COMMA int N, vec<T LW_COMMA N>)
LW_GEOMETRIC(typename T LW_COMMA std::size_t N, marray<T LW_COMMA N>)
#undef LW_COMMA
#undef LW_GEOMETRIC

// Of swizzles.
#define LW_GEOMETRIC_OF_SWIZZLES(name)                                                             \
  template <typename A, typename V = detail::swizzle_operands<A>> auto name(const A& x) {          \
    return name(detail::as_vec<V>(x));                                                             \
  }
#define LW_GEOMETRIC_OF_SWIZZLES_2(name)                                                           \
  template <typename A, typename B, typename V = detail::swizzle_operands<A, B>>                   \
  auto name(const A& a, const B& b) {                                                              \
    return name(detail::as_vec<V>(a), detail::as_vec<V>(b));                                       \
  }
LW_GEOMETRIC_OF_SWIZZLES(length)
LW_GEOMETRIC_OF_SWIZZLES(normalize)
LW_GEOMETRIC_OF_SWIZZLES_2(dot)
LW_GEOMETRIC_OF_SWIZZLES_2(distance)
LW_GEOMETRIC_OF_SWIZZLES_2(cross)
#undef LW_GEOMETRIC_OF_SWIZZLES
#undef LW_GEOMETRIC_OF_SWIZZLES_2

template <typename V> V lw_cross(const V& a, const V& b) {
  V made{};
  made[0] = a[1] * b[2] - a[2] * b[1];
  made[1] = a[2] * b[0] - a[0] * b[2];
  made[2] = a[0] * b[1] - a[1] * b[0];
  return made;
}
template <typename T, int N, std::enable_if_t<N == 3 || N == 4, int> = 0>
vec<T, N> cross(const vec<T, N>& a, const vec<T, N>& b) {
  return lw_cross(a, b);
}
template <typename T, std::size_t N, std::enable_if_t<N == 3 || N == 4, int> = 0>
marray<T, N> cross(const marray<T, N>& a, const marray<T, N>& b) {
  return lw_cross(a, b);
}
template <typename V> auto fast_length(const V& x) { return length(x); }
template <typename V> auto fast_distance(const V& a, const V& b) { return distance(a, b); }
template <typename V> auto fast_normalize(const V& x) { return normalize(x); }

} // namespace lw1
} // namespace sycl

#endif
