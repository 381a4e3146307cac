// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// SYCL 2020, section 4.14.1: scalar types, and their classes.
#ifndef SYCL_MATH_TYPES_HPP
#define SYCL_MATH_TYPES_HPP

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <sycl/math/half.hpp>
#include <type_traits>

namespace sycl {
inline namespace lw1 {

using byte = unsigned char;
// Names of SYCL 1.2.1's OpenCL types, which programs still use.
using uchar = unsigned char;
using ushort = unsigned short;
using uint = unsigned int;
using ulong = unsigned long;
using longlong = long long;
using ulonglong = unsigned long long;

namespace detail {

template <typename T>
inline constexpr bool is_real = std::is_floating_point_v<T> || std::is_same_v<T, half>;
template <typename T> inline constexpr bool is_number = is_real<T> || std::is_integral_v<T>;

/// The signed integer of so many bytes.
template <std::size_t Bytes> struct integer_of;
template <> struct integer_of<1> {
  using type = std::int8_t;
};
template <> struct integer_of<2> {
  using type = std::int16_t;
};
template <> struct integer_of<4> {
  using type = std::int32_t;
};
template <> struct integer_of<8> {
  using type = std::int64_t;
};
template <typename T> using integer_like = typename integer_of<sizeof(T)>::type;

} // namespace detail

template <
    typename To, typename From,
    typename = std::enable_if_t<sizeof(To) == sizeof(From) && std::is_trivially_copyable_v<To> &&
                                std::is_trivially_copyable_v<From>>>
To bit_cast(const From& from) noexcept {
  return __builtin_bit_cast(To, from);
}

} // namespace lw1
} // namespace sycl

#endif
