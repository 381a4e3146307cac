// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "platform/version.h"

#include "compiler_interface/build_id.h"

namespace cl {

std::string_view driver_version() { return compiler::build_id; }

} // namespace cl
