// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The common base of id and range: D numbers and their arithmetic.
#ifndef SYCL_INDEX_COORDINATES_HPP
#define SYCL_INDEX_COORDINATES_HPP

#include <cstddef>
#include <sycl/detail/config.hpp>
#include <type_traits>

namespace sycl {
inline namespace lw1 {
namespace detail {

template <int D> class coordinates {
  static_assert(D >= 1 && D <= 3, "an index has one, two or three dimensions");

public:
  std::size_t get(int dimension) const { return values[dimension]; }
  std::size_t& operator[](int dimension) { return values[dimension]; }
  std::size_t operator[](int dimension) const { return values[dimension]; }

protected:
  coordinates() = default;
  explicit coordinates(std::size_t x) : values{x} {}
  coordinates(std::size_t x, std::size_t y) : values{x, y} {}
  coordinates(std::size_t x, std::size_t y, std::size_t z) : values{x, y, z} {}

  std::size_t values[D] = {};
};

/// Base of what is a number in one dimension. No member template: those do not take part in the
/// conversions of built-in operators, so that pointer[id] would not compile.
template <typename Derived, int D> struct number_if_1d {};
template <typename Derived> struct number_if_1d<Derived, 1> {
  operator std::size_t() const { return static_cast<const Derived&>(*this).get_number(); }
};

// The operators of id and range (SYCL 2020, sections 4.9.1.1 and 4.9.1.3): with another of the
// class, with a number on either side (of any integer type: an id converts to a number, too, and
// neither way may be better), and assigning.
#define LW_INDEX_OPERATOR(type, op)                                                                \
  friend type operator op(const type& a, const type& b) {                                          \
    type made = a;                                                                                 \
    for (int i = 0; i < D; ++i) {                                                                  \
      made[i] = a[i] op b[i];                                                                      \
    }                                                                                              \
    return made;                                                                                   \
  }                                                                                                \
  template <typename N, std::enable_if_t<std::is_integral_v<N>, int> = 0>                          \
  friend type operator op(const type& a, N b) {                                                    \
    type made = a;                                                                                 \
    for (int i = 0; i < D; ++i) {                                                                  \
      made[i] = a[i] op std::size_t(b);                                                            \
    }                                                                                              \
    return made;                                                                                   \
  }                                                                                                \
  template <typename N, std::enable_if_t<std::is_integral_v<N>, int> = 0>                          \
  friend type operator op(N a, const type& b) {                                                    \
    type made = b;                                                                                 \
    for (int i = 0; i < D; ++i) {                                                                  \
      made[i] = std::size_t(a) op b[i];                                                            \
    }                                                                                              \
    return made;                                                                                   \
  }
#define LW_INDEX_ASSIGNMENT(type, op)                                                              \
  friend type& operator op## = (type & a, const type& b) {                                         \
    a = a op b;                                                                                    \
    return a;                                                                                      \
  }                                                                                                \
  template <typename N, std::enable_if_t<std::is_integral_v<N>, int> = 0>                          \
  friend type& operator op## = (type & a, N b) {                                                   \
    a = a op b;                                                                                    \
    return a;                                                                                      \
  }
#define LW_INDEX_UNARY(type)                                                                       \
  friend type operator+(const type& a) { return a; }                                               \
  friend type operator-(const type& a) {                                                           \
    type made = a;                                                                                 \
    for (int i = 0; i < D; ++i) {                                                                  \
      made[i] = -a[i];                                                                             \
    }                                                                                              \
    return made;                                                                                   \
  }                                                                                                \
  friend type& operator++(type& a) { return a += std::size_t(1); }                                 \
  friend type& operator--(type& a) { return a -= std::size_t(1); }                                 \
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
#define LW_INDEX_EQUALITY(type, op)                                                                \
  template <typename N, std::enable_if_t<std::is_integral_v<N> && D == 1, int> = 0>                \
  friend bool operator op(const type& a, N b) {                                                    \
    return a[0] op std::size_t(b);                                                                 \
  }                                                                                                \
  template <typename N, std::enable_if_t<std::is_integral_v<N> && D == 1, int> = 0>                \
  friend bool operator op(N a, const type& b) {                                                    \
    return std::size_t(a) op b[0];                                                                 \
  }
#define LW_INDEX_OPERATORS(type)                                                                   \
  friend bool operator==(const type& a, const type& b) {                                           \
    for (int i = 0; i < D; ++i) {                                                                  \
      if (a[i] != b[i]) {                                                                          \
        return false;                                                                              \
      }                                                                                            \
    }                                                                                              \
    return true;                                                                                   \
  }                                                                                                \
  friend bool operator!=(const type& a, const type& b) { return !(a == b); }                       \
  LW_INDEX_EQUALITY(type, ==)                                                                      \
  LW_INDEX_EQUALITY(type, !=)                                                                      \
  LW_INDEX_OPERATOR(type, +)                                                                       \
  LW_INDEX_OPERATOR(type, -)                                                                       \
  LW_INDEX_OPERATOR(type, *)                                                                       \
  LW_INDEX_OPERATOR(type, /)                                                                       \
  LW_INDEX_OPERATOR(type, %)                                                                       \
  LW_INDEX_OPERATOR(type, <<)                                                                      \
  LW_INDEX_OPERATOR(type, >>)                                                                      \
  LW_INDEX_OPERATOR(type, &)                                                                       \
  LW_INDEX_OPERATOR(type, |)                                                                       \
  LW_INDEX_OPERATOR(type, ^)                                                                       \
  LW_INDEX_OPERATOR(type, &&)                                                                      \
  LW_INDEX_OPERATOR(type, ||)                                                                      \
  LW_INDEX_OPERATOR(type, <)                                                                       \
  LW_INDEX_OPERATOR(type, >)                                                                       \
  LW_INDEX_OPERATOR(type, <=)                                                                      \
  LW_INDEX_OPERATOR(type, >=)                                                                      \
  LW_INDEX_ASSIGNMENT(type, +)                                                                     \
  LW_INDEX_ASSIGNMENT(type, -)                                                                     \
  LW_INDEX_ASSIGNMENT(type, *)                                                                     \
  LW_INDEX_ASSIGNMENT(type, /)                                                                     \
  LW_INDEX_ASSIGNMENT(type, %)                                                                     \
  LW_INDEX_ASSIGNMENT(type, <<)                                                                    \
  LW_INDEX_ASSIGNMENT(type, >>)                                                                    \
  LW_INDEX_ASSIGNMENT(type, &)                                                                     \
  LW_INDEX_ASSIGNMENT(type, |)                                                                     \
  LW_INDEX_ASSIGNMENT(type, ^)                                                                     \
  LW_INDEX_UNARY(type)

} // namespace detail
} // namespace lw1
} // namespace sycl

#endif
