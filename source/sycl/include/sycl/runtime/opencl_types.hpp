// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// OpenCL's scalar types (SYCL 2020, section C.7.2).
#ifndef SYCL_RUNTIME_OPENCL_TYPES_HPP
#define SYCL_RUNTIME_OPENCL_TYPES_HPP

#include <cstdint>
#include <sycl/math/half.hpp>

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
} // namespace lw1
} // namespace sycl

#endif
