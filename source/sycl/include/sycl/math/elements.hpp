// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Element-wise operators of vec and marray.
#ifndef SYCL_MATH_ELEMENTS_HPP
#define SYCL_MATH_ELEMENTS_HPP

#include <sycl/math/each_element.hpp>
#include <sycl/math/types.hpp>

// The operators of a class `type` with elements of type T, N of them, operator[] and a constructor
// from T. `truth` is the type of comparisons, `yes` its value for true. Operators on bits are there
// for integers, std::byte and classes that behave like integers.
#define LW_ELEMENT_BINARY(type, op, condition)                                                     \
  template <typename U = T, std::enable_if_t<condition, int> = 0>                                  \
  LW_DEVICE_INLINE friend type operator op(const type& a, const type& b) {                         \
    type made;                                                                                     \
    detail::each_element<N>([&](std::size_t i) { made[i] = static_cast<U>(a[i] op b[i]); });       \
    return made;                                                                                   \
  }                                                                                                \
  template <typename U = T, std::enable_if_t<condition, int> = 0>                                  \
  friend type operator op(const type& a, const T& b) {                                             \
    return a op type(b);                                                                           \
  }                                                                                                \
  template <typename U = T, std::enable_if_t<condition, int> = 0>                                  \
  friend type operator op(const T& a, const type& b) {                                             \
    return type(a) op b;                                                                           \
  }                                                                                                \
  template <typename U = T, std::enable_if_t<condition, int> = 0>                                  \
  friend type& operator op## = (type & a, const type& b) {                                         \
    return a = a op b;                                                                             \
  }                                                                                                \
  template <typename U = T, std::enable_if_t<condition, int> = 0>                                  \
  friend type& operator op## = (type & a, const T& b) {                                            \
    return a = a op type(b);                                                                       \
  }
#define LW_ELEMENT_COMPARISON(type, op, truth, yes)                                                \
  LW_DEVICE_INLINE friend truth operator op(const type& a, const type& b) {                        \
    truth made;                                                                                    \
    detail::each_element<N>([&](std::size_t i) { made[i] = (a[i] op b[i]) ? yes : 0; });           \
    return made;                                                                                   \
  }                                                                                                \
  friend truth operator op(const type& a, const T& b) { return a op type(b); }                     \
  friend truth operator op(const T& a, const type& b) { return type(a) op b; }
#define LW_ELEMENT_OPERATORS(type, truth, yes)                                                     \
  LW_ELEMENT_BINARY(type, +, true)                                                                 \
  LW_ELEMENT_BINARY(type, -, true)                                                                 \
  LW_ELEMENT_BINARY(type, *, true)                                                                 \
  LW_ELEMENT_BINARY(type, /, true)                                                                 \
  LW_ELEMENT_BINARY(type, %, !detail::is_real<U>)                                                  \
  LW_ELEMENT_BINARY(type, &, !detail::is_real<U>)                                                  \
  LW_ELEMENT_BINARY(type, |, !detail::is_real<U>)                                                  \
  LW_ELEMENT_BINARY(type, ^, !detail::is_real<U>)                                                  \
  LW_ELEMENT_BINARY(type, <<, !detail::is_real<U>)                                                 \
  LW_ELEMENT_BINARY(type, >>, !detail::is_real<U>)                                                 \
  LW_ELEMENT_COMPARISON(type, ==, truth, yes)                                                      \
  LW_ELEMENT_COMPARISON(type, !=, truth, yes)                                                      \
  LW_ELEMENT_COMPARISON(type, <, truth, yes)                                                       \
  LW_ELEMENT_COMPARISON(type, >, truth, yes)                                                       \
  LW_ELEMENT_COMPARISON(type, <=, truth, yes)                                                      \
  LW_ELEMENT_COMPARISON(type, >=, truth, yes)                                                      \
  LW_ELEMENT_COMPARISON(type, &&, truth, yes)                                                      \
  LW_ELEMENT_COMPARISON(type, ||, truth, yes)                                                      \
  friend type operator+(const type& a) { return a; }                                               \
  LW_DEVICE_INLINE friend type operator-(const type& a) {                                          \
    type made;                                                                                     \
    detail::each_element<N>([&](std::size_t i) { made[i] = static_cast<T>(-a[i]); });              \
    return made;                                                                                   \
  }                                                                                                \
  template <typename U = T, std::enable_if_t<!detail::is_real<U>, int> = 0>                        \
  LW_DEVICE_INLINE friend type operator~(const type& a) {                                          \
    type made;                                                                                     \
    detail::each_element<N>([&](std::size_t i) { made[i] = static_cast<U>(~a[i]); });              \
    return made;                                                                                   \
  }                                                                                                \
  LW_DEVICE_INLINE friend truth operator!(const type& a) {                                         \
    truth made;                                                                                    \
    detail::each_element<N>([&](std::size_t i) { made[i] = !a[i] ? yes : 0; });                    \
    return made;                                                                                   \
  }                                                                                                \
  friend type& operator++(type& a) { return a += T(1); }                                           \
  friend type& operator--(type& a) { return a -= T(1); }                                           \
  friend type operator++(type& a, int) {                                                           \
    type old = a;                                                                                  \
    ++a;                                                                                           \
    return old;                                                                                    \
  }                                                                                                \
  friend type operator--(type& a, int) {                                                           \
    type old = a;                                                                                  \
    --a;                                                                                           \
    return old;                                                                                    \
  }

#endif
