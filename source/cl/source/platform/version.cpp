// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "platform/version.h"

#include "binary/container.h"
#include "compiler_interface/build_id.h"

#include <string>

namespace cl {

std::string_view version_text() {
  static const std::string text = "OpenCL " + std::to_string(compiler::opencl_major) + "." +
                                  std::to_string(compiler::opencl_minor) +
                                  " Lanewise " LANEWISE_VERSION;
  return text;
}

std::string_view platform_version_text() {
  static const std::string text = [] {
    std::string with_revision(version_text());
    if (*compiler::revision) {
      with_revision += " (" + std::string(compiler::revision) + ")";
    }
    return with_revision;
  }();
  return text;
}

std::string_view driver_version() {
  static const std::string text = LANEWISE_VERSION "." + std::to_string(binary::format_version);
  return text;
}

} // namespace cl
