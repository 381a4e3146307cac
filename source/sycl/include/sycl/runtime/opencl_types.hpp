// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// OpenCL's scalar types (SYCL 2020, section C.7.2), and SYCL 1.2.1's vectors of them.
#ifndef SYCL_RUNTIME_OPENCL_TYPES_HPP
#define SYCL_RUNTIME_OPENCL_TYPES_HPP

#include <cstdint>
#include <sycl/math/vec.hpp>

namespace sycl {
inline namespace lw1 {
namespace opencl {

using cl_bool = bool;
using cl_char = std::int8_t;
using cl_uchar = std::uint8_t;
using cl_short = std::int16_t;
using cl_ushort = std::uint16_t;
using cl_int = std::int32_t;
using cl_uint = std::uint32_t;
using cl_long = std::int64_t;
using cl_ulong = std::uint64_t;
using cl_half = half;
using cl_float = float;
using cl_double = double;

} // namespace opencl

#define LW_VEC_NAME(name) using cl_##name [[deprecated("use the name without cl_")]] = name;
#define LW_VEC_NAMES(name)                                                                         \
  LW_VEC_NAME(name##2)                                                                             \
  LW_VEC_NAME(name##3)                                                                             \
  LW_VEC_NAME(name##4)                                                                             \
  LW_VEC_NAME(name##8)                                                                             \
  LW_VEC_NAME(name##16)
LW_VEC_NAMES(char)
LW_VEC_NAMES(uchar)
LW_VEC_NAMES(short)
LW_VEC_NAMES(ushort)
LW_VEC_NAMES(int)
LW_VEC_NAMES(uint)
LW_VEC_NAMES(long)
LW_VEC_NAMES(ulong)
LW_VEC_NAMES(half)
LW_VEC_NAMES(float)
LW_VEC_NAMES(double)
#undef LW_VEC_NAMES
#undef LW_VEC_NAME
} // namespace lw1
} // namespace sycl

#endif
