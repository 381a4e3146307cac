// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// SYCL 2020, section 4.17.5: mathematical functions. On the device they are OpenCL's, on the host
// the C library's.
#ifndef SYCL_MATH_REAL_HPP
#define SYCL_MATH_REAL_HPP

#include <cmath>
#include <sycl/math/map.hpp>

// SPIR-V's extended instructions, for each type of number.
#define LW_SPIRV_REAL(name, ...)                                                                   \
  SYCL_EXTERNAL float __spirv_ocl_##name(LW_LIST_##__VA_ARGS__(float));                            \
  SYCL_EXTERNAL double __spirv_ocl_##name(LW_LIST_##__VA_ARGS__(double));                          \
  SYCL_EXTERNAL _Float16 __spirv_ocl_##name(LW_LIST_##__VA_ARGS__(_Float16));
#define LW_LIST_1(type) type
#define LW_LIST_2(type) type, type
#define LW_LIST_3(type) type, type, type
#define LW_LIST_E(type) type, int

#ifdef __SYCL_DEVICE_ONLY__
#define LW_EITHER(device, host) device
#else
#define LW_EITHER(device, host) host
#endif

// One function: its name, and what the host computes of x (y, z), in at least the type's precision.
#define LW_REAL_1(name, host)                                                                      \
  LW_SPIRV_REAL(name, 1)                                                                           \
  namespace sycl {                                                                                 \
  inline namespace lw1 {                                                                           \
  inline float name(float x) { return LW_EITHER(__spirv_ocl_##name(x), float(host)); }             \
  inline double name(double x) { return LW_EITHER(__spirv_ocl_##name(x), host); }                  \
  inline half name(half h) {                                                                       \
    [[maybe_unused]] const float x = h;                                                            \
    return LW_EITHER(__spirv_ocl_##name(h), half(host));                                           \
  }                                                                                                \
  LW_ELEMENTWISE_1(name)                                                                           \
  }                                                                                                \
  }
#define LW_REAL_2(name, host)                                                                      \
  LW_SPIRV_REAL(name, 2)                                                                           \
  namespace sycl {                                                                                 \
  inline namespace lw1 {                                                                           \
  inline float name(float x, float y) { return LW_EITHER(__spirv_ocl_##name(x, y), float(host)); } \
  inline double name(double x, double y) { return LW_EITHER(__spirv_ocl_##name(x, y), host); }     \
  inline half name(half h, half i) {                                                               \
    [[maybe_unused]] const float x = h;                                                            \
    [[maybe_unused]] const float y = i;                                                            \
    return LW_EITHER(__spirv_ocl_##name(h, i), half(host));                                        \
  }                                                                                                \
  LW_ELEMENTWISE_2(name)                                                                           \
  }                                                                                                \
  }
#define LW_REAL_3(name, host)                                                                      \
  LW_SPIRV_REAL(name, 3)                                                                           \
  namespace sycl {                                                                                 \
  inline namespace lw1 {                                                                           \
  inline float name(float x, float y, float z) {                                                   \
    return LW_EITHER(__spirv_ocl_##name(x, y, z), float(host));                                    \
  }                                                                                                \
  inline double name(double x, double y, double z) {                                               \
    return LW_EITHER(__spirv_ocl_##name(x, y, z), host);                                           \
  }                                                                                                \
  inline half name(half h, half i, half j) {                                                       \
    [[maybe_unused]] const float x = h;                                                            \
    [[maybe_unused]] const float y = i;                                                            \
    [[maybe_unused]] const float z = j;                                                            \
    return LW_EITHER(__spirv_ocl_##name(h, i, j), half(host));                                     \
  }                                                                                                \
  LW_ELEMENTWISE_3(name)                                                                           \
  }                                                                                                \
  }

namespace sycl {
inline namespace lw1 {
namespace detail {
inline constexpr double pi = 3.14159265358979323846264338327950288;

/// The host's sine and cosine of x times pi: arguments near a zero are taken from there, exactly.
inline double host_sinpi(double x) {
  const double rest = std::remainder(x, 2.0);
  const double a = std::fabs(rest) > 0.5 ? 1 - std::fabs(rest) : std::fabs(rest);
  return std::copysign(a <= 0.25 ? std::sin(pi * a) : std::cos(pi * (0.5 - a)), rest);
}
inline double host_cospi(double x) {
  const double a = std::fabs(std::remainder(x, 2.0));
  return a <= 0.25   ? std::cos(pi * a)
         : a <= 0.75 ? std::sin(pi * (0.5 - a))
                     : -std::cos(pi * (1 - a));
}
} // namespace detail
} // namespace lw1
} // namespace sycl

LW_REAL_1(acos, std::acos(x))
LW_REAL_1(acosh, std::acosh(x))
LW_REAL_1(acospi, std::acos(double(x)) / detail::pi)
LW_REAL_1(asin, std::asin(x))
LW_REAL_1(asinh, std::asinh(x))
LW_REAL_1(asinpi, std::asin(double(x)) / detail::pi)
LW_REAL_1(atan, std::atan(x))
LW_REAL_1(atanh, std::atanh(x))
LW_REAL_1(atanpi, std::atan(double(x)) / detail::pi)
LW_REAL_1(cbrt, std::cbrt(x))
LW_REAL_1(ceil, std::ceil(x))
LW_REAL_1(cos, std::cos(x))
LW_REAL_1(cosh, std::cosh(x))
LW_REAL_1(cospi, detail::host_cospi(double(x)))
LW_REAL_1(erf, std::erf(x))
LW_REAL_1(erfc, std::erfc(x))
LW_REAL_1(exp, std::exp(x))
LW_REAL_1(exp10, std::pow(10.0, double(x)))
LW_REAL_1(exp2, std::exp2(x))
LW_REAL_1(expm1, std::expm1(x))
LW_REAL_1(fabs, std::fabs(x))
LW_REAL_1(floor, std::floor(x))
LW_REAL_1(lgamma, std::lgamma(x))
LW_REAL_1(log, std::log(x))
LW_REAL_1(log10, std::log10(x))
LW_REAL_1(log1p, std::log1p(x))
LW_REAL_1(log2, std::log2(x))
LW_REAL_1(logb, std::logb(x))
LW_REAL_1(rint, std::rint(x))
LW_REAL_1(round, std::round(x))
LW_REAL_1(rsqrt, 1 / std::sqrt(double(x)))
LW_REAL_1(sin, std::sin(x))
LW_REAL_1(sinh, std::sinh(x))
LW_REAL_1(sinpi, detail::host_sinpi(double(x)))
LW_REAL_1(sqrt, std::sqrt(x))
LW_REAL_1(tan, std::tan(x))
LW_REAL_1(tanh, std::tanh(x))
LW_REAL_1(tanpi, detail::host_sinpi(double(x)) / detail::host_cospi(double(x)))
LW_REAL_1(tgamma, std::tgamma(x))
LW_REAL_1(trunc, std::trunc(x))
LW_REAL_2(atan2, std::atan2(x, y))
LW_REAL_2(atan2pi, std::atan2(double(x), double(y)) / detail::pi)
LW_REAL_2(copysign, std::copysign(x, y))
LW_REAL_2(fdim, std::fdim(x, y))
LW_REAL_2(fmax, std::fmax(x, y))
LW_REAL_2(fmin, std::fmin(x, y))
LW_REAL_2(fmod, std::fmod(x, y))
LW_REAL_2(hypot, std::hypot(x, y))
LW_REAL_2(maxmag, std::fabs(x) > std::fabs(y)   ? x
                  : std::fabs(y) > std::fabs(x) ? y
                                                : std::fmax(x, y))
LW_REAL_2(minmag, std::fabs(x) < std::fabs(y)   ? x
                  : std::fabs(y) < std::fabs(x) ? y
                                                : std::fmin(x, y))
LW_REAL_2(nextafter, std::nextafter(x, y))
LW_REAL_2(pow, std::pow(x, y))
LW_REAL_2(powr, std::pow(x, y))
LW_REAL_2(remainder, std::remainder(x, y))
LW_REAL_3(fma, std::fma(x, y, z))
LW_REAL_3(mad, x* y + z)
LW_SPIRV_REAL(ldexp, E)
LW_SPIRV_REAL(pown, E)
LW_SPIRV_REAL(rootn, E)

#define LW_SPIRV_EXPONENT(type) SYCL_EXTERNAL int __spirv_ocl_ilogb(type);
LW_SPIRV_EXPONENT(float)
LW_SPIRV_EXPONENT(double)
LW_SPIRV_EXPONENT(_Float16)
#undef LW_SPIRV_EXPONENT

namespace sycl {
inline namespace lw1 {

// With an integer as well.
#define LW_REAL_INTEGER_OF(type, name, host)                                                       \
  inline type name(type x, int n) { return LW_EITHER(__spirv_ocl_##name(x, n), type(host)); }
#define LW_REAL_INTEGER(name, host)                                                                \
  LW_REAL_INTEGER_OF(float, name, host)                                                            \
  LW_REAL_INTEGER_OF(double, name, host)                                                           \
  LW_REAL_INTEGER_OF(half, name, host)                                                             \
  template <typename A, typename B, detail::if_elements<A, B, int> = 0>                            \
  auto name(const A& a, const B& n) {                                                              \
    return detail::map([](auto x, int y) { return name(x, y); }, a, n);                            \
  }                                                                                                \
  template <typename A, typename = detail::container<A>> auto name(const A& a, int n) {            \
    return detail::map([n](auto x) { return name(x, n); }, a);                                     \
  }
LW_REAL_INTEGER(ldexp, std::ldexp(double(x), n))
LW_REAL_INTEGER(pown, std::pow(double(x), n))
LW_REAL_INTEGER(rootn,
                (x < 0 && n % 2 ? -std::pow(-double(x), 1.0 / n) : std::pow(double(x), 1.0 / n)))
#undef LW_REAL_INTEGER
#undef LW_REAL_INTEGER_OF

inline int ilogb(float x) { return LW_EITHER(__spirv_ocl_ilogb(x), std::ilogb(x)); }
inline int ilogb(double x) { return LW_EITHER(__spirv_ocl_ilogb(x), std::ilogb(x)); }
inline int ilogb(half x) { return LW_EITHER(__spirv_ocl_ilogb(x), std::ilogb(float(x))); }
LW_ELEMENTWISE_1(ilogb)

template <typename A, typename V = detail::container<A>>
auto fmax(const A& a, typename V::value_type b) {
  return fmax(V(a), V(b));
}
template <typename A, typename V = detail::container<A>>
auto fmin(const A& a, typename V::value_type b) {
  return fmin(V(a), V(b));
}

/// Numbers that are none, with a code in their bits.
inline float nan(std::uint32_t code) { return bit_cast<float>(0x7fc00000U | (code & 0x3fffffU)); }
inline double nan(std::uint64_t code) {
  return bit_cast<double>(std::uint64_t(0x7ff8000000000000U | (code & 0x7ffffffffffffU)));
}
inline half nan(std::uint16_t code) {
  return bit_cast<half>(std::uint16_t(0x7e00U | (code & 0x1ffU)));
}
LW_ELEMENTWISE_1(nan)

} // namespace lw1
} // namespace sycl

#endif
