// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef COMPILER_LOCATE_H
#define COMPILER_LOCATE_H

#include "compiler_interface/request.h"

namespace compiler {

/// Answers a request of Operation::locate from the debug information (DWARF) of the executable's
/// code. The line is that of the innermost inlined function.
[[nodiscard]] Response locate(const Request& request);

} // namespace compiler

#endif
