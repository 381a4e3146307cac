// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// SYCL 2020, section 4.14.2.3: IEEE 754 half precision is the compiler's type, on host and device.
#ifndef SYCL_MATH_HALF_HPP
#define SYCL_MATH_HALF_HPP

#include <cmath>
#include <iosfwd>
#include <limits>
#include <string>
#include <sycl/detail/config.hpp>
#include <type_traits>

namespace sycl {
inline namespace lw1 {

using half = _Float16;

} // namespace lw1
} // namespace sycl

// libstdc++ has this from version 13 on, in C++23; programs expect it.
// NOLINTBEGIN(bugprone-std-namespace-modification)
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

namespace sycl {
inline namespace lw1 {
/// The C library's functions of half, which are in std and, as those of float are, outside of
/// namespaces. They are templates with an empty pack, so that functions of sycl with the same names
/// are taken where these are in sight.
namespace detail::half_functions {

template <typename T, typename... None>
using if_half = std::enable_if_t<std::is_same_v<T, _Float16> && sizeof...(None) == 0, int>;
/// Nothing is converted to a half for these.
template <typename T, typename Half>
using if_mixed =
    std::enable_if_t<std::is_floating_point_v<T> && std::is_same_v<Half, _Float16>, int>;

#define LW_HALF(result) template <typename T, typename... None, if_half<T, None...> = 0> result
#define LW_HALF_1(name)                                                                            \
  LW_HALF(T) name(T x, None...) { return static_cast<T>(std::name(static_cast<float>(x))); }
#define LW_HALF_2(name)                                                                            \
  LW_HALF(T) name(T x, T y, None...) {                                                             \
    return static_cast<T>(std::name(static_cast<float>(x), static_cast<float>(y)));                \
  }                                                                                                \
  template <typename T, typename Half, if_mixed<T, Half> = 0> T name(T x, Half y) {                \
    return std::name(x, static_cast<T>(y));                                                        \
  }                                                                                                \
  template <typename Half, typename T, if_mixed<T, Half> = 0> T name(Half x, T y) {                \
    return std::name(static_cast<T>(x), y);                                                        \
  }
LW_HALF_1(acos)
LW_HALF_1(acosh)
LW_HALF_1(asin)
LW_HALF_1(asinh)
LW_HALF_1(atan)
LW_HALF_1(atanh)
LW_HALF_1(cbrt)
LW_HALF_1(ceil)
LW_HALF_1(cos)
LW_HALF_1(cosh)
LW_HALF_1(erf)
LW_HALF_1(erfc)
LW_HALF_1(exp)
LW_HALF_1(exp2)
LW_HALF_1(expm1)
LW_HALF_1(fabs)
LW_HALF_1(floor)
LW_HALF_1(lgamma)
LW_HALF_1(log)
LW_HALF_1(log10)
LW_HALF_1(log1p)
LW_HALF_1(log2)
LW_HALF_1(logb)
LW_HALF_1(nearbyint)
LW_HALF_1(rint)
LW_HALF_1(round)
LW_HALF_1(sin)
LW_HALF_1(sinh)
LW_HALF_1(sqrt)
LW_HALF_1(tan)
LW_HALF_1(tanh)
LW_HALF_1(tgamma)
LW_HALF_1(trunc)
LW_HALF_2(atan2)
LW_HALF_2(copysign)
LW_HALF_2(fmax)
LW_HALF_2(fmin)
LW_HALF_2(fmod)
LW_HALF_2(hypot)
LW_HALF_2(pow)
LW_HALF_2(remainder)
LW_HALF(T) abs(T x, None...) { return fabs(x); }
LW_HALF(T) fma(T x, T y, T z, None...) {
  return static_cast<T>(
      std::fma(static_cast<float>(x), static_cast<float>(y), static_cast<float>(z)));
}
LW_HALF(T) ldexp(T x, int n, None...) {
  return static_cast<T>(std::ldexp(static_cast<float>(x), n));
}
LW_HALF(T) frexp(T x, int* exponent, None...) {
  return static_cast<T>(std::frexp(static_cast<float>(x), exponent));
}
LW_HALF(T) remquo(T x, T y, int* quotient, None...) {
  return static_cast<T>(std::remquo(static_cast<float>(x), static_cast<float>(y), quotient));
}
LW_HALF(int) ilogb(T x, None...) { return std::ilogb(static_cast<float>(x)); }
LW_HALF(bool) isnan(T x, None...) { return x != x; }
LW_HALF(bool) isinf(T x, None...) { return std::isinf(static_cast<float>(x)); }
LW_HALF(bool) isfinite(T x, None...) { return std::isfinite(static_cast<float>(x)); }
LW_HALF(bool) isnormal(T x, None...) {
  return isfinite(x) && fabs(x) >= std::numeric_limits<T>::min();
}
LW_HALF(bool) signbit(T x, None...) { return std::signbit(static_cast<float>(x)); }
#undef LW_HALF
#undef LW_HALF_1
#undef LW_HALF_2

} // namespace detail::half_functions
} // namespace lw1
} // namespace sycl

// The same declarations in both, so that <math.h> may come later and bring in those of std.
#define LW_FUNCTIONS                                                                               \
  LW_FUNCTION(abs)                                                                                 \
  LW_FUNCTION(acos)                                                                                \
  LW_FUNCTION(acosh)                                                                               \
  LW_FUNCTION(asin)                                                                                \
  LW_FUNCTION(asinh)                                                                               \
  LW_FUNCTION(atan)                                                                                \
  LW_FUNCTION(atan2)                                                                               \
  LW_FUNCTION(atanh)                                                                               \
  LW_FUNCTION(cbrt)                                                                                \
  LW_FUNCTION(ceil)                                                                                \
  LW_FUNCTION(copysign)                                                                            \
  LW_FUNCTION(cos)                                                                                 \
  LW_FUNCTION(cosh)                                                                                \
  LW_FUNCTION(erf)                                                                                 \
  LW_FUNCTION(erfc)                                                                                \
  LW_FUNCTION(exp)                                                                                 \
  LW_FUNCTION(exp2)                                                                                \
  LW_FUNCTION(expm1)                                                                               \
  LW_FUNCTION(fabs)                                                                                \
  LW_FUNCTION(floor)                                                                               \
  LW_FUNCTION(fma)                                                                                 \
  LW_FUNCTION(fmax)                                                                                \
  LW_FUNCTION(fmin)                                                                                \
  LW_FUNCTION(fmod)                                                                                \
  LW_FUNCTION(frexp)                                                                               \
  LW_FUNCTION(hypot)                                                                               \
  LW_FUNCTION(ilogb)                                                                               \
  LW_FUNCTION(isfinite)                                                                            \
  LW_FUNCTION(isinf)                                                                               \
  LW_FUNCTION(isnan)                                                                               \
  LW_FUNCTION(isnormal)                                                                            \
  LW_FUNCTION(ldexp)                                                                               \
  LW_FUNCTION(lgamma)                                                                              \
  LW_FUNCTION(log)                                                                                 \
  LW_FUNCTION(log10)                                                                               \
  LW_FUNCTION(log1p)                                                                               \
  LW_FUNCTION(log2)                                                                                \
  LW_FUNCTION(logb)                                                                                \
  LW_FUNCTION(nearbyint)                                                                           \
  LW_FUNCTION(pow)                                                                                 \
  LW_FUNCTION(remainder)                                                                           \
  LW_FUNCTION(remquo)                                                                              \
  LW_FUNCTION(rint)                                                                                \
  LW_FUNCTION(round)                                                                               \
  LW_FUNCTION(signbit)                                                                             \
  LW_FUNCTION(sin)                                                                                 \
  LW_FUNCTION(sinh)                                                                                \
  LW_FUNCTION(sqrt)                                                                                \
  LW_FUNCTION(tan)                                                                                 \
  LW_FUNCTION(tanh)                                                                                \
  LW_FUNCTION(tgamma)                                                                              \
  LW_FUNCTION(trunc)
#define LW_FUNCTION(name) using ::sycl::detail::half_functions::name;
LW_FUNCTIONS

namespace std {

LW_FUNCTIONS
#undef LW_FUNCTION
#undef LW_FUNCTIONS

inline string to_string(_Float16 x) { return to_string(static_cast<float>(x)); }

template <typename Character, typename Traits>
basic_ostream<Character, Traits>& operator<<(basic_ostream<Character, Traits>& to, _Float16 x) {
  return to << static_cast<float>(x);
}

} // namespace std
#endif
// NOLINTEND(bugprone-std-namespace-modification)

#endif
