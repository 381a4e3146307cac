// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef COMPILER_INTERFACE_LIBRARY_PATH_H
#define COMPILER_INTERFACE_LIBRARY_PATH_H

#include <string>

namespace compiler {

/// The path of the compiler library: LANEWISE_COMPILER_LIBRARY, or beside the object that this code
/// is linked into. A name without a folder is for the system to find.
[[nodiscard]] std::string library_path();

} // namespace compiler

#endif
