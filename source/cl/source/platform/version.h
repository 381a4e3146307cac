// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Names and versions of Lanewise.
#ifndef CL_PLATFORM_VERSION_H
#define CL_PLATFORM_VERSION_H

#include "api.h"

#include "compiler_interface/opencl_version.h"

#include <string_view>

namespace cl {

/// The version of the platform and its devices.
inline constexpr cl_version version_number =
    CL_MAKE_VERSION(compiler::opencl_major, compiler::opencl_minor, 0);
[[nodiscard]] std::string_view version_text();
/// The platform's has the revision, too, where there is one: applications that keep binaries, such
/// as PyOpenCL, ask for new ones when it changes.
[[nodiscard]] std::string_view platform_version_text();

/// <major>.<minor>.<patch>.<format of program binaries>: applications that keep binaries, such as
/// hashcat, ask for new ones when it changes.
[[nodiscard]] std::string_view driver_version();

} // namespace cl

#endif
