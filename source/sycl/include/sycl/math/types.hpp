// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// SYCL 2020, section 4.14.1: scalar types, and what counts as which.
#ifndef SYCL_MATH_TYPES_HPP
#define SYCL_MATH_TYPES_HPP

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <limits>
#include <sycl/detail/config.hpp>
#include <type_traits>

namespace sycl {
inline namespace lw1 {

/// IEEE 754 half precision: the compiler's type, on host and device.
using half = _Float16;
using byte = unsigned char;

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

// libstdc++ before version 13 knows nothing of it.
#if !defined(__STDCPP_FLOAT16_T__)
template <> struct std::numeric_limits<_Float16> {
  static constexpr bool is_specialized = true;
  static constexpr bool is_signed = true;
  static constexpr bool is_integer = false;
  static constexpr bool is_exact = false;
  static constexpr bool is_iec559 = true;
  static constexpr bool is_bounded = true;
  static constexpr bool is_modulo = false;
  static constexpr bool has_infinity = true;
  static constexpr bool has_quiet_NaN = true;
  static constexpr bool has_signaling_NaN = true;
  static constexpr int digits = 11;
  static constexpr int digits10 = 3;
  static constexpr int max_digits10 = 5;
  static constexpr int radix = 2;
  static constexpr int min_exponent = -13;
  static constexpr int min_exponent10 = -4;
  static constexpr int max_exponent = 16;
  static constexpr int max_exponent10 = 4;
  static constexpr _Float16 min() noexcept { return _Float16(6.103515625e-05f); }
  static constexpr _Float16 max() noexcept { return _Float16(65504.0f); }
  static constexpr _Float16 lowest() noexcept { return _Float16(-65504.0f); }
  static constexpr _Float16 epsilon() noexcept { return _Float16(9.765625e-04f); }
  static constexpr _Float16 round_error() noexcept { return _Float16(0.5f); }
  static constexpr _Float16 infinity() noexcept { return _Float16(__builtin_inff()); }
  static constexpr _Float16 quiet_NaN() noexcept { return _Float16(__builtin_nanf("")); }
  static constexpr _Float16 denorm_min() noexcept { return _Float16(5.9604644775390625e-08f); }
};
#endif

#endif
