// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef CL_PLATFORM_MISSING_H
#define CL_PLATFORM_MISSING_H

#include "mux/mux.h"

#include <string_view>

namespace cl {

/// Whether a device's code cannot have an extension, or a feature of OpenCL C.
[[nodiscard]] inline bool is_missing(const mux_device_info_s& device, std::string_view name) {
  for (const char* const* each = device.missing; each && *each; ++each) {
    if (name == *each) {
      return true;
    }
  }
  return false;
}

[[nodiscard]] inline bool has_pipes(const mux_device_info_s& device) {
  return !is_missing(device, "__opencl_c_pipes");
}

} // namespace cl

#endif
