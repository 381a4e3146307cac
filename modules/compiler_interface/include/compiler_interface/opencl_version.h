// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The version of OpenCL that platforms and devices report, and that kernels see.
#ifndef COMPILER_INTERFACE_OPENCL_VERSION_H
#define COMPILER_INTERFACE_OPENCL_VERSION_H

namespace compiler {

inline constexpr unsigned opencl_major = 3, opencl_minor = 1;

/// As `__OPENCL_VERSION__` has it.
inline constexpr unsigned opencl_version = opencl_major * 100 + opencl_minor * 10;

} // namespace compiler

#endif
