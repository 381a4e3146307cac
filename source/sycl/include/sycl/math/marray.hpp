// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// SYCL 2020, section 4.14.3.
#ifndef SYCL_MATH_MARRAY_HPP
#define SYCL_MATH_MARRAY_HPP

#include <sycl/math/each_element.hpp>
#include <sycl/math/elements.hpp>
#include <sycl/math/types.hpp>

namespace sycl {
inline namespace lw1 {

template <typename T, std::size_t N> class marray;

namespace detail {
/// How many elements of type T an argument of marray's constructor makes.
template <typename T, typename Argument>
inline constexpr std::size_t makes_elements = std::is_convertible_v<Argument, T> ? 1 : 0;
template <typename T, std::size_t N>
inline constexpr std::size_t makes_elements<T, marray<T, N>> = N;
} // namespace detail

template <typename T, std::size_t N> class marray {
public:
  using value_type = T;
  using reference = T&;
  using const_reference = const T&;
  using iterator = T*;
  using const_iterator = const T*;

  constexpr marray() : values{} {}
  constexpr explicit marray(const T& value) : values{} {
    detail::each_element<N>([&](std::size_t i) { values[i] = value; });
  }
  /// Makes an array of numbers and shorter arrays, N elements in all.
  template <
      typename First, typename Second, typename... Rest,
      std::enable_if_t<((detail::makes_elements<T, First> != 0 &&
                         detail::makes_elements<T, Second> != 0) &&
                        ... && (detail::makes_elements<T, Rest> != 0)) &&
                           detail::makes_elements<T, First> + detail::makes_elements<T, Second> +
                                   (0 + ... + detail::makes_elements<T, Rest>) ==
                               N,
                       int> = 0>
  constexpr marray(const First& first, const Second& second, const Rest&... rest) : values{} {
    std::size_t at = 0;
    place(at, first);
    place(at, second);
    (place(at, rest), ...);
  }

  template <std::size_t M = N, std::enable_if_t<M == 1, int> = 0> constexpr operator T() const {
    return values[0];
  }
  static constexpr std::size_t size() noexcept { return N; }
  constexpr T& operator[](std::size_t index) { return values[index]; }
  constexpr const T& operator[](std::size_t index) const { return values[index]; }
  marray& operator=(const T& value) { return *this = marray(value); }
  iterator begin() { return values; }
  iterator end() { return values + N; }
  const_iterator begin() const { return values; }
  const_iterator end() const { return values + N; }

  using lw_truth = marray<bool, N>;
  LW_ELEMENT_OPERATORS(marray, lw_truth, true)

private:
  template <typename U> constexpr void place(std::size_t& at, const U& value) {
    values[at++] = static_cast<T>(value);
  }
  template <std::size_t M> constexpr void place(std::size_t& at, const marray<T, M>& part) {
    detail::each_element<M>([&](std::size_t i) { values[at++] = part[i]; });
  }

  T values[N];
};

template <typename T, typename... Rest, std::enable_if_t<(std::is_same_v<T, Rest> && ...), int> = 0>
marray(T, Rest...) -> marray<T, 1 + sizeof...(Rest)>;

#define LW_MARRAY_NAMES(name, type)                                                                \
  using m##name##2 = marray<type, 2>;                                                              \
  using m##name##3 = marray<type, 3>;                                                              \
  using m##name##4 = marray<type, 4>;                                                              \
  using m##name##8 = marray<type, 8>;                                                              \
  using m##name##16 = marray<type, 16>;
LW_MARRAY_NAMES(bool, bool)
LW_MARRAY_NAMES(char, std::int8_t)
LW_MARRAY_NAMES(uchar, std::uint8_t)
LW_MARRAY_NAMES(short, std::int16_t)
LW_MARRAY_NAMES(ushort, std::uint16_t)
LW_MARRAY_NAMES(int, std::int32_t)
LW_MARRAY_NAMES(uint, std::uint32_t)
LW_MARRAY_NAMES(long, std::int64_t)
LW_MARRAY_NAMES(ulong, std::uint64_t)
LW_MARRAY_NAMES(half, half)
LW_MARRAY_NAMES(float, float)
LW_MARRAY_NAMES(double, double)
#undef LW_MARRAY_NAMES

} // namespace lw1
} // namespace sycl

#endif
