// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The compiler as libCL.so and clc see it: loaded at the first need, never unloaded. No LLVM here.
#ifndef COMPILER_INTERFACE_LOADER_H
#define COMPILER_INTERFACE_LOADER_H

#include "compiler_interface/request.h"

namespace compiler {

/// Finds liblanewise-compiler.so beside the object that this code is linked into (or where
/// LANEWISE_COMPILER_LIBRARY says), opens it and checks that it belongs to this build. Once that
/// has succeeded, later calls do nothing. The error is a sentence that names the file and the
/// problem. Thread safe. Throws std::bad_alloc, as the others.
[[nodiscard]] cargo::result<std::string> load();

/// True once `load` has succeeded.
[[nodiscard]] bool is_loaded();

/// Whether there is a library to load. Does not load it, unless only the system knows where it is.
/// Thread safe.
[[nodiscard]] bool is_available();

/// Runs a request; loads the library if need be. Whatever goes wrong is in the response. Blocks
/// until the answer is there; any number of threads may call it at once.
[[nodiscard]] Response run(const Request& request);

/// The targets of the library; loads it if need be.
[[nodiscard]] cargo::expected<std::vector<TargetInfo>, std::string> targets();

} // namespace compiler

#endif
