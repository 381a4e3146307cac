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

template <typename T> bool is_not_a_number(T x) { return x != x; }
template <typename T> bool sign_bit(T x) { return bit_cast<integer_like<T>>(x) < 0; }

} // namespace detail

#define LW_RELATION(name, parameters, arguments_of_vec, arguments_of_marray, elements, answer)     \
  template <typename T, detail::if_real<T> = 0> bool name parameters { return answer; }            \
  template <typename T, int N> auto name arguments_of_vec {                                        \
    vec<detail::integer_like<T>, N> made;                                                          \
    for (int i = 0; i < N; ++i) {                                                                  \
      made[i] = name elements ? -1 : 0;                                                            \
    }                                                                                              \
    return made;                                                                                   \
  }                                                                                                \
  template <typename T, std::size_t N> auto name arguments_of_marray {                             \
    marray<bool, N> made;                                                                          \
    for (std::size_t i = 0; i < N; ++i) {                                                          \
      made[i] = name elements;                                                                     \
    }                                                                                              \
    return made;                                                                                   \
  }
#define LW_RELATION_1(name, answer)                                                                \
  LW_RELATION(name, (T x), (const vec<T, N>& x), (const marray<T, N>& x), (x[i]), answer)
#define LW_RELATION_2(name, answer)                                                                \
  LW_RELATION(name, (T x, T y), (const vec<T, N>& x, const vec<T, N>& y),                          \
              (const marray<T, N>& x, const marray<T, N>& y), (x[i], y[i]), answer)
LW_RELATION_1(isnan, detail::is_not_a_number(x))
LW_RELATION_1(isinf, fabs(x) == std::numeric_limits<T>::infinity())
LW_RELATION_1(isfinite, fabs(x) < std::numeric_limits<T>::infinity())
LW_RELATION_1(isnormal, fabs(x) < std::numeric_limits<T>::infinity() &&
                            fabs(x) >= std::numeric_limits<T>::min())
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

/// Whether the most significant bit of any (of all) elements is set.
template <typename T, int N, detail::if_integer<T> = 0> int any(const vec<T, N>& x) {
  int found = 0;
  for (int i = 0; i < N; ++i) {
    found |= x[i] < 0;
  }
  return found;
}
template <typename T, int N, detail::if_integer<T> = 0> int all(const vec<T, N>& x) {
  int found = 1;
  for (int i = 0; i < N; ++i) {
    found &= x[i] < 0;
  }
  return found;
}
template <std::size_t N> bool any(const marray<bool, N>& x) {
  bool found = false;
  for (const bool one : x) {
    found = found || one;
  }
  return found;
}
template <std::size_t N> bool all(const marray<bool, N>& x) {
  bool found = true;
  for (const bool one : x) {
    found = found && one;
  }
  return found;
}

/// Bits of b where c has a one, of a elsewhere.
template <typename T, detail::if_number<T> = 0> T bitselect(T a, T b, T c) {
  using I = detail::integer_like<T>;
  const I mask = bit_cast<I>(c);
  return bit_cast<T>(I((bit_cast<I>(a) & ~mask) | (bit_cast<I>(b) & mask)));
}
LW_ELEMENTWISE_3(bitselect)

/// b where c is true, else a.
template <typename T, detail::if_number<T> = 0> T select(T a, T b, bool c) { return c ? b : a; }
template <typename T, int N, typename C>
vec<T, N> select(const vec<T, N>& a, const vec<T, N>& b, const vec<C, N>& c) {
  vec<T, N> made;
  for (int i = 0; i < N; ++i) {
    made[i] = static_cast<detail::integer_like<C>>(c[i]) < 0 ? b[i] : a[i];
  }
  return made;
}
template <typename T, std::size_t N>
marray<T, N> select(const marray<T, N>& a, const marray<T, N>& b, const marray<bool, N>& c) {
  marray<T, N> made;
  for (std::size_t i = 0; i < N; ++i) {
    made[i] = c[i] ? b[i] : a[i];
  }
  return made;
}

} // namespace lw1
} // namespace sycl

#endif
