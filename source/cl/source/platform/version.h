// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What Lanewise says of itself.
#ifndef CL_PLATFORM_VERSION_H
#define CL_PLATFORM_VERSION_H

#include "api.h"

#include "compiler_interface/opencl_version.h"

#include <string_view>

namespace cl {

/// Of the platform and its devices.
inline constexpr cl_version version_number =
    CL_MAKE_VERSION(compiler::opencl_major, compiler::opencl_minor, 0);
[[nodiscard]] std::string_view version_text();

/// Of OpenCL C: the newest of which all earlier ones are part (CL_DEVICE_OPENCL_C_VERSION), as long
/// as what OpenCL C 2.0 requires is not all there.
inline constexpr cl_version opencl_c_version_number = CL_MAKE_VERSION(1, 2, 0);
inline constexpr std::string_view opencl_c_version = "OpenCL C 1.2 Lanewise " LANEWISE_VERSION;

/// Of this build: applications that keep binaries, such as PyOpenCL, ask for new ones when it
/// changes.
[[nodiscard]] std::string_view driver_version();

} // namespace cl

#endif
