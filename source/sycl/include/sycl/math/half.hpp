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

namespace std {

inline string to_string(_Float16 x) { return to_string(static_cast<float>(x)); }

#define LW_HALF_1(name)                                                                            \
  inline _Float16 name(_Float16 x) { return static_cast<_Float16>(name(static_cast<float>(x))); }
#define LW_HALF_2(name)                                                                            \
  inline _Float16 name(_Float16 x, _Float16 y) {                                                   \
    return static_cast<_Float16>(name(static_cast<float>(x), static_cast<float>(y)));              \
  }                                                                                                \
  template <typename T, enable_if_t<is_floating_point_v<T>, int> = 0> T name(T x, _Float16 y) {    \
    return name(x, static_cast<T>(y));                                                             \
  }                                                                                                \
  template <typename T, enable_if_t<is_floating_point_v<T>, int> = 0> T name(_Float16 x, T y) {    \
    return name(static_cast<T>(x), y);                                                             \
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
#undef LW_HALF_1
#undef LW_HALF_2
inline _Float16 abs(_Float16 x) { return fabs(x); }
inline _Float16 fma(_Float16 x, _Float16 y, _Float16 z) {
  return static_cast<_Float16>(
      fma(static_cast<float>(x), static_cast<float>(y), static_cast<float>(z)));
}
inline _Float16 ldexp(_Float16 x, int n) {
  return static_cast<_Float16>(ldexp(static_cast<float>(x), n));
}
inline _Float16 frexp(_Float16 x, int* exponent) {
  return static_cast<_Float16>(frexp(static_cast<float>(x), exponent));
}
inline _Float16 remquo(_Float16 x, _Float16 y, int* quotient) {
  return static_cast<_Float16>(remquo(static_cast<float>(x), static_cast<float>(y), quotient));
}
inline int ilogb(_Float16 x) { return ilogb(static_cast<float>(x)); }
inline bool isnan(_Float16 x) { return x != x; }
inline bool isinf(_Float16 x) { return isinf(static_cast<float>(x)); }
inline bool isfinite(_Float16 x) { return isfinite(static_cast<float>(x)); }
inline bool isnormal(_Float16 x) {
  return isfinite(x) && fabs(x) >= numeric_limits<_Float16>::min();
}
inline bool signbit(_Float16 x) { return signbit(static_cast<float>(x)); }

template <typename Character, typename Traits>
basic_ostream<Character, Traits>& operator<<(basic_ostream<Character, Traits>& to, _Float16 x) {
  return to << static_cast<float>(x);
}

} // namespace std
#endif
// NOLINTEND(bugprone-std-namespace-modification)

#endif
