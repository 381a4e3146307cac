// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef FRONTEND_HEADERS_H
#define FRONTEND_HEADERS_H

#include <llvm/ADT/StringRef.h>

namespace compiler {

/// Clang's small base header: types, macros and enumerations of OpenCL C.
[[nodiscard]] llvm::StringRef opencl_c_base_header();

/// Declarations of built-ins that Clang does not know (modules/builtins/headers).
[[nodiscard]] llvm::StringRef lanewise_opencl_header();
/// Our lanewise_intel.h: functions that few programs use, and which cost time to
/// declare.
[[nodiscard]] llvm::StringRef lanewise_intel_header();
/// Our lanewise_atomics.h: what programs get instead of Clang's own declarations that do not fit
/// them.
[[nodiscard]] llvm::StringRef lanewise_atomics_header();

} // namespace compiler

#endif
