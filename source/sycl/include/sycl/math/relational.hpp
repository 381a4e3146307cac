// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// SYCL 2020, section 4.17.9. Of scalars the answer is bool, of vec integers with -1 for true, of
// marray an marray of bool.
#ifndef SYCL_MATH_RELATIONAL_HPP
#define SYCL_MATH_RELATIONAL_HPP

#include <sycl/math/integers.hpp>

namespace sycl {
inline namespace lw1 {
namespace detail {

/// The answers of f, which returns bool, about the elements of containers.
template <typename F, typename V, typename... Vs>
LW_DEVICE_INLINE auto answers(F f, const V& a, const Vs&... b) {
  using T = typename V::value_type;
  using yes = std::conditional_t<std::is_same_v<V, marray<T, V::size()>>, bool, integer_like<T>>;
  return map([f](auto... x) { return static_cast<yes>(f(x...) ? -1 : 0); }, a, b...);
}

/// Whether elements of C choose between elements of V: bool in marray, integers as wide in vec.
template <typename V, typename C, typename T = typename V::value_type,
          typename U = typename C::value_type>
using if_chooses =
    std::enable_if_t<std::is_integral_v<U> &&
                         (std::is_same_v<V, marray<T, V::size()>> ? std::is_same_v<U, bool>
                                                                  : sizeof(U) == sizeof(T)),
                     int>;

template <typename T> bool sign_bit(T x) { return bit_cast<integer_like<T>>(x) < 0; }

} // namespace detail

#define LW_RELATION(name, type, parameters, answer)                                                \
  inline bool name parameters {                                                                    \
    [[maybe_unused]] constexpr type most = std::numeric_limits<type>::infinity();                  \
    return answer;                                                                                 \
  }
#define LW_RELATION_1(name, answer)                                                                \
  LW_RELATION(name, float, (float x), answer)                                                      \
  LW_RELATION(name, double, (double x), answer)                                                    \
  LW_RELATION(name, half, (half x), answer)                                                        \
  template <typename A, typename V = detail::container<A>>                                         \
  LW_DEVICE_INLINE auto name(const A& a) {                                                         \
    return detail::answers([](auto x) { return name(x); }, V(a));                                  \
  }
#define LW_RELATION_2(name, answer)                                                                \
  LW_RELATION(name, float, (float x, float y), answer)                                             \
  LW_RELATION(name, double, (double x, double y), answer)                                          \
  LW_RELATION(name, half, (half x, half y), answer)                                                \
  template <typename A, typename B, typename V = detail::container<A, B>>                          \
  LW_DEVICE_INLINE auto name(const A& a, const B& b) {                                             \
    return detail::answers([](auto x, auto y) { return name(x, y); }, V(a), V(b));                 \
  }
LW_RELATION_1(isnan, x != x)
LW_RELATION_1(isinf, fabs(x) == most)
LW_RELATION_1(isfinite, fabs(x) < most)
LW_RELATION_1(isnormal, fabs(x) < most && fabs(x) >= std::numeric_limits<decltype(x)>::min())
LW_RELATION_1(signbit, detail::sign_bit(x))
LW_RELATION_2(isequal, x == y)
LW_RELATION_2(isnotequal, x != y)
LW_RELATION_2(isgreater, x > y)
LW_RELATION_2(isgreaterequal, x >= y)
LW_RELATION_2(isless, x < y)
LW_RELATION_2(islessequal, x <= y)
LW_RELATION_2(islessgreater, x<y || x> y)
LW_RELATION_2(isordered, x == x && y == y)
LW_RELATION_2(isunordered, x != x || y != y)
#undef LW_RELATION
#undef LW_RELATION_1
#undef LW_RELATION_2

/// Whether the most significant bit of any (of all) elements is set. The answer is int for vec.
template <typename T, detail::if_integer<T> = 0> constexpr bool any(T x) {
  return std::is_same_v<T, bool> ? x != 0 : detail::integer_like<T>(x) < 0;
}
template <typename T, detail::if_integer<T> = 0> constexpr bool all(T x) { return any(x); }
template <typename A, typename V = detail::container<A>> auto any(const A& x) {
  using T = typename V::value_type;
  bool found = false;
  detail::each_element<V::size()>([&](std::size_t i) { found = found || any(T(x[i])); });
  return std::conditional_t<std::is_same_v<V, marray<T, V::size()>>, bool, int>(found);
}
template <typename A, typename V = detail::container<A>> auto all(const A& x) {
  using T = typename V::value_type;
  bool found = true;
  detail::each_element<V::size()>([&](std::size_t i) { found = found && any(T(x[i])); });
  return std::conditional_t<std::is_same_v<V, marray<T, V::size()>>, bool, int>(found);
}

/// Bits of b where c has a one, of a elsewhere.
template <typename T, detail::if_number<T> = 0> constexpr T bitselect(T a, T b, T c) {
  using I = detail::integer_like<T>;
  const I mask = __builtin_bit_cast(I, c);
  const I made = I((__builtin_bit_cast(I, a) & ~mask) | (__builtin_bit_cast(I, b) & mask));
  return __builtin_bit_cast(T, made);
}
LW_NUMBERS_3(bitselect, detail::if_number)

/// b where c is true, else a. Elements of vec are true where their most significant bit is set.
template <typename T, detail::if_number<T> = 0> T select(T a, T b, bool c) { return c ? b : a; }
template <typename A, typename B, typename C, typename V = detail::container<A, B>,
          detail::if_elements<A, C, typename detail::container<C>::value_type> = 0,
          detail::if_chooses<V, detail::container<C>> = 0>
LW_DEVICE_INLINE auto select(const A& a, const B& b, const C& c) {
  return detail::map([](auto x, auto y, auto z) { return any(z) ? y : x; }, a, b, c);
}

} // namespace lw1
} // namespace sycl

#endif
