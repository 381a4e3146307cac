// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Functions of numbers, element by element.
#ifndef SYCL_MATH_MAP_HPP
#define SYCL_MATH_MAP_HPP

#include <sycl/math/marray.hpp>
#include <sycl/math/vec.hpp>

namespace sycl {
inline namespace lw1 {
namespace detail {

/// A Container with elements of type R in place of its own: the result of an element-wise function
/// that returns R.
template <typename R, typename Container> struct same_shape;
template <typename R, typename T, int N> struct same_shape<R, vec<T, N>> {
  using type = vec<R, N>;
};
template <typename R, typename T, std::size_t N> struct same_shape<R, marray<T, N>> {
  using type = marray<R, N>;
};

template <typename F, typename First, typename... Rest>
auto map(F f, const First& first, const Rest&... rest) {
  using result = decltype(f(first[0], rest[0]...));
  typename same_shape<result, First>::type made;
  for (std::size_t i = 0; i < First::size(); ++i) {
    made[i] = f(first[i], rest[i]...);
  }
  return made;
}

} // namespace detail
} // namespace lw1
} // namespace sycl

// A function of one, two or three numbers for vec, its swizzles, and marray.
#define LW_ELEMENTWISE_1(name)                                                                     \
  template <typename A, typename V = detail::swizzle_operands<A>> auto name(const A& a) {          \
    return name(detail::as_vec<V>(a));                                                             \
  }                                                                                                \
  template <typename T, int N> auto name(const vec<T, N>& x) {                                     \
    return detail::map([](T a) { return name(a); }, x);                                            \
  }                                                                                                \
  template <typename T, std::size_t N> auto name(const marray<T, N>& x) {                          \
    return detail::map([](T a) { return name(a); }, x);                                            \
  }
#define LW_ELEMENTWISE_2(name)                                                                     \
  template <typename A, typename B, typename V = detail::swizzle_operands<A, B>>                   \
  auto name(const A& a, const B& b) {                                                              \
    return name(detail::as_vec<V>(a), detail::as_vec<V>(b));                                       \
  }                                                                                                \
  template <typename T, int N> auto name(const vec<T, N>& x, const vec<T, N>& y) {                 \
    return detail::map([](T a, T b) { return name(a, b); }, x, y);                                 \
  }                                                                                                \
  template <typename T, std::size_t N> auto name(const marray<T, N>& x, const marray<T, N>& y) {   \
    return detail::map([](T a, T b) { return name(a, b); }, x, y);                                 \
  }
#define LW_ELEMENTWISE_3(name)                                                                     \
  template <typename A, typename B, typename C, typename V = detail::swizzle_operands<A, B, C>>    \
  auto name(const A& a, const B& b, const C& c) {                                                  \
    return name(detail::as_vec<V>(a), detail::as_vec<V>(b), detail::as_vec<V>(c));                 \
  }                                                                                                \
  template <typename T, int N>                                                                     \
  auto name(const vec<T, N>& x, const vec<T, N>& y, const vec<T, N>& z) {                          \
    return detail::map([](T a, T b, T c) { return name(a, b, c); }, x, y, z);                      \
  }                                                                                                \
  template <typename T, std::size_t N>                                                             \
  auto name(const marray<T, N>& x, const marray<T, N>& y, const marray<T, N>& z) {                 \
    return detail::map([](T a, T b, T c) { return name(a, b, c); }, x, y, z);                      \
  }

#endif
