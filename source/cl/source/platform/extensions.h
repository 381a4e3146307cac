// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The extensions that work. One row each: a row without a condition belongs to the platform.
#ifndef CL_PLATFORM_EXTENSIONS_H
#define CL_PLATFORM_EXTENSIONS_H

#include "api.h"

#include "mux/mux.h"

#include <string>
#include <vector>

namespace cl {

class Platform;

/// CL_DEVICE_EXTENSIONS, and CL_DEVICE_EXTENSIONS_WITH_VERSION_KHR.
std::string extension_names(const mux_device_info_s& device);
std::vector<cl_name_version> extension_versions(const mux_device_info_s& device);

/// CL_PLATFORM_EXTENSIONS, and CL_PLATFORM_EXTENSIONS_WITH_VERSION_KHR: the extensions that every
/// device of the platform has, and those of the platform itself.
std::string extension_names(const Platform& platform);
std::vector<cl_name_version> extension_versions(const Platform& platform);

} // namespace cl

#endif
