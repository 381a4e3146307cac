// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// SYCL 2020, section 4.17.5: the functions of native, which are as exact as the device does
// quickly, and of half_precision, within 8192 units in the last place. On the device they are
// OpenCL's, on the host the functions themselves.
#ifndef SYCL_MATH_NATIVE_HPP
#define SYCL_MATH_NATIVE_HPP

#include <sycl/math/real.hpp>

// One function, in a namespace: its name, and what the host computes.
#define LW_QUICK_1(space, prefix, name, host)                                                      \
  SYCL_EXTERNAL float __spirv_ocl_##prefix##_##name(float);                                        \
  namespace sycl {                                                                                 \
  inline namespace lw1 {                                                                           \
  namespace space {                                                                                \
  inline float name(float x) { return LW_EITHER(__spirv_ocl_##prefix##_##name(x), host); }         \
  LW_ELEMENTWISE_1(name)                                                                           \
  }                                                                                                \
  }                                                                                                \
  }
#define LW_QUICK_2(space, prefix, name, host)                                                      \
  SYCL_EXTERNAL float __spirv_ocl_##prefix##_##name(float, float);                                 \
  namespace sycl {                                                                                 \
  inline namespace lw1 {                                                                           \
  namespace space {                                                                                \
  inline float name(float x, float y) {                                                            \
    return LW_EITHER(__spirv_ocl_##prefix##_##name(x, y), host);                                   \
  }                                                                                                \
  LW_ELEMENTWISE_2(name)                                                                           \
  }                                                                                                \
  }                                                                                                \
  }
#define LW_QUICK(space, prefix)                                                                    \
  LW_QUICK_1(space, prefix, cos, sycl::cos(x))                                                     \
  LW_QUICK_1(space, prefix, exp, sycl::exp(x))                                                     \
  LW_QUICK_1(space, prefix, exp2, sycl::exp2(x))                                                   \
  LW_QUICK_1(space, prefix, exp10, sycl::exp10(x))                                                 \
  LW_QUICK_1(space, prefix, log, sycl::log(x))                                                     \
  LW_QUICK_1(space, prefix, log2, sycl::log2(x))                                                   \
  LW_QUICK_1(space, prefix, log10, sycl::log10(x))                                                 \
  LW_QUICK_1(space, prefix, rsqrt, sycl::rsqrt(x))                                                 \
  LW_QUICK_1(space, prefix, sin, sycl::sin(x))                                                     \
  LW_QUICK_1(space, prefix, sqrt, sycl::sqrt(x))                                                   \
  LW_QUICK_1(space, prefix, tan, sycl::tan(x))                                                     \
  LW_QUICK_1(space, prefix, recip, 1 / x)                                                          \
  LW_QUICK_2(space, prefix, divide, x / y)                                                         \
  LW_QUICK_2(space, prefix, powr, sycl::powr(x, y))

LW_QUICK(native, native)
LW_QUICK(half_precision, half)

#undef LW_QUICK
#undef LW_QUICK_1
#undef LW_QUICK_2

#endif
