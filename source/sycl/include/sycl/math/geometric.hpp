// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// SYCL 2020, section 4.17.8: geometric functions, of vec and marray with up to four elements.
#ifndef SYCL_MATH_GEOMETRIC_HPP
#define SYCL_MATH_GEOMETRIC_HPP

#include <sycl/math/integers.hpp>

namespace sycl {
inline namespace lw1 {

template <typename T, detail::if_real<T> = 0> T length(T x) { return fabs(x); }
template <typename T, detail::if_real<T> = 0> T normalize(T x) { return sign(x); }
template <typename A, typename B, detail::if_real<A> = 0,
          std::enable_if_t<std::is_same_v<A, B>, int> = 0>
A dot(A a, B b) {
  return a * b;
}
template <typename A, typename B, detail::if_real<A> = 0,
          std::enable_if_t<std::is_same_v<A, B>, int> = 0>
A distance(A a, B b) {
  return fabs(A(a - b));
}

template <typename A, typename B, typename V = detail::container<A, B>>
auto dot(const A& a, const B& b) {
  auto sum = a[0] * b[0];
  detail::each_element<V::size() - 1>([&](std::size_t i) { sum += a[i + 1] * b[i + 1]; });
  return typename V::value_type(sum);
}
template <typename A, typename V = detail::container<A>> auto length(const A& x) {
  return sqrt(dot(x, x));
}
template <typename A, typename B, typename V = detail::container<A, B>>
auto distance(const A& a, const B& b) {
  return length(V(a) - V(b));
}
template <typename A, typename V = detail::container<A>> auto normalize(const A& x) {
  const auto size = length(x);
  return size == 0 ? V(x) : V(x) / size;
}
template <typename A, typename B, typename V = detail::container<A, B>,
          std::enable_if_t<V::size() == 3 || V::size() == 4, int> = 0>
auto cross(const A& a, const B& b) {
  V made{};
  made[0] = a[1] * b[2] - a[2] * b[1];
  made[1] = a[2] * b[0] - a[0] * b[2];
  made[2] = a[0] * b[1] - a[1] * b[0];
  return made;
}

template <typename A> auto fast_length(const A& x) { return length(x); }
template <typename A, typename B> auto fast_distance(const A& a, const B& b) {
  return distance(a, b);
}
template <typename A> auto fast_normalize(const A& x) { return normalize(x); }

} // namespace lw1
} // namespace sycl

#endif
