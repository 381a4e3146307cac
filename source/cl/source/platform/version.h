// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What Lanewise says of itself.
#ifndef CL_PLATFORM_VERSION_H
#define CL_PLATFORM_VERSION_H

#include "api.h"

#include <string_view>

namespace cl {

/// Of the platform, its devices, and OpenCL C.
inline constexpr cl_version version_number = CL_MAKE_VERSION(1, 2, 0);
inline constexpr std::string_view version_text = "OpenCL 1.2 Lanewise " LANEWISE_VERSION;
inline constexpr std::string_view opencl_c_version = "OpenCL C 1.2 Lanewise " LANEWISE_VERSION;

/// Of this build: applications that keep binaries, such as PyOpenCL, ask for new ones when it
/// changes.
[[nodiscard]] std::string_view driver_version();

} // namespace cl

#endif
