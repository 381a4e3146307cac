// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// printf in kernels, as DPC++ has it. It is that of OpenCL: the format has to be a constant.
#ifndef SYCL_EXT_ONEAPI_EXPERIMENTAL_BUILTINS_HPP
#define SYCL_EXT_ONEAPI_EXPERIMENTAL_BUILTINS_HPP

#include <cstdio>
#include <sycl/math/half.hpp>
#include <type_traits>

#ifdef __SYCL_DEVICE_ONLY__
/// The name that the SPIR-V back end of LLVM knows OpenCL's printf by.
SYCL_EXTERNAL int __lanewise_sycl_printf(const char* format, ...) __asm__("_Z6printfPKcz");
#endif

namespace sycl {
inline namespace lw1 {
namespace detail {

/// Variable arguments of functions do not become wider if they are half.
template <typename T> auto printf_argument(T value) {
  if constexpr (std::is_same_v<T, half>) {
    return static_cast<float>(value);
  } else {
    return value;
  }
}

} // namespace detail

namespace ext::oneapi::experimental {

template <typename Letter, typename... Ts> int printf(const Letter* format, Ts... values) {
#ifdef __SYCL_DEVICE_ONLY__
  return __lanewise_sycl_printf(format, detail::printf_argument(values)...);
#else
  return std::printf(format, detail::printf_argument(values)...);
#endif
}

} // namespace ext::oneapi::experimental
} // namespace lw1
} // namespace sycl

#endif
