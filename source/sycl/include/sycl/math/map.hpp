// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Functions of numbers, element by element. SYCL 2020 lets programs name the types of arguments:
// the templates have one parameter for each argument that is a vec, a swizzle or an marray.
#ifndef SYCL_MATH_MAP_HPP
#define SYCL_MATH_MAP_HPP

#include <sycl/math/marray.hpp>
#include <sycl/math/vec.hpp>

namespace sycl {
inline namespace lw1 {
namespace detail {

/// The vec or marray that T is, or a vec of a swizzle's elements. Numbers have none.
template <typename T> struct container_of {};
template <typename T, int N> struct container_of<vec<T, N>> {
  using type = vec<T, N>;
};
template <typename T, std::size_t N> struct container_of<marray<T, N>> {
  using type = marray<T, N>;
};
template <typename S, int... I>
struct container_of<swizzled<S, I...>> : swizzle_result<swizzled<S, I...>> {};

/// The container of arguments of these types. There is none, and so no function, if one of them is
/// a number, or if they differ in shape or element.
template <typename First, typename... Rest>
using container = std::enable_if_t<
    (std::is_same_v<typename container_of<First>::type, typename container_of<Rest>::type> && ...),
    typename container_of<First>::type>;

/// A container of R with the shape of another one.
template <typename R, typename Container> struct with_elements_of;
template <typename R, typename T, int N> struct with_elements_of<R, vec<T, N>> {
  using type = vec<R, N>;
};
template <typename R, typename T, std::size_t N> struct with_elements_of<R, marray<T, N>> {
  using type = marray<R, N>;
};
template <typename R, typename T>
using with_elements = typename with_elements_of<R, container<T>>::type;

/// There if B is a container of R with the shape of A.
template <typename A, typename B, typename R>
using if_elements = std::enable_if_t<std::is_same_v<with_elements<R, A>, container<B>>, int>;

template <typename F, typename... Containers>
LW_DEVICE_INLINE constexpr auto at_index(std::size_t i, F f, const Containers&... all) {
  return f(all[i]...);
}

template <typename F, typename First, typename... Rest>
LW_DEVICE_INLINE auto map(F f, const First& first, const Rest&... rest) {
  using result = decltype(f(first[0], rest[0]...));
  with_elements<result, First> made;
  each_element<First::size()>([&](std::size_t i) { made[i] = at_index(i, f, first, rest...); });
  return made;
}

} // namespace detail
} // namespace lw1
} // namespace sycl

// A function of one, two or three numbers for containers.
#define LW_ELEMENTWISE_1(name)                                                                     \
  template <typename A, typename = detail::container<A>> LW_DEVICE_INLINE auto name(const A& a) {  \
    return detail::map([](auto x) { return name(x); }, a);                                         \
  }
#define LW_ELEMENTWISE_2(name)                                                                     \
  template <typename A, typename B, typename = detail::container<A, B>>                            \
  LW_DEVICE_INLINE auto name(const A& a, const B& b) {                                             \
    return detail::map([](auto x, auto y) { return name(x, y); }, a, b);                           \
  }
#define LW_ELEMENTWISE_3(name)                                                                     \
  template <typename A, typename B, typename C, typename = detail::container<A, B, C>>             \
  LW_DEVICE_INLINE auto name(const A& a, const B& b, const C& c) {                                 \
    return detail::map([](auto x, auto y, auto z) { return name(x, y, z); }, a, b, c);             \
  }

// Of a template of numbers of one type: the same with a template parameter for each argument.
#define LW_NUMBERS_2(name, condition)                                                              \
  template <typename A, typename B, condition<A> = 0,                                              \
            std::enable_if_t<std::is_same_v<A, B>, int> = 0>                                       \
  constexpr A name(A a, B b) {                                                                     \
    return name<A>(a, b);                                                                          \
  }                                                                                                \
  LW_ELEMENTWISE_2(name)
#define LW_NUMBERS_3(name, condition)                                                              \
  template <typename A, typename B, typename C, condition<A> = 0,                                  \
            std::enable_if_t<std::is_same_v<A, B> && std::is_same_v<A, C>, int> = 0>               \
  constexpr A name(A a, B b, C c) {                                                                \
    return name<A>(a, b, c);                                                                       \
  }                                                                                                \
  LW_ELEMENTWISE_3(name)

#endif
