// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Compiles with a cache of earlier processes' results (doc/cache.md). No LLVM here.
#ifndef COMPILER_INTERFACE_CACHED_RUN_H
#define COMPILER_INTERFACE_CACHED_RUN_H

#include "compiler_interface/loader.h"

#include <functional>

namespace compiler {

/// As `run`, but successful answers are kept on disk and taken from there, without loading the
/// library, as long as everything that they depend on is the same: the request, every file that the
/// preprocessor looked for, this build of the driver, the environment variables that change code,
/// and `machine`, which describes the machine that the code is for. `before_compiling`, if any, is
/// called before the compiler is asked. Thread safe.
[[nodiscard]] Response run_cached(const Request& request, std::string_view machine,
                                  const std::function<void()>& before_compiling = {});

/// The same for a request with one input, of which `input_hash` is the `content_hash`: it stands
/// in the key instead of the input, which may be large and the input of many requests.
[[nodiscard]] Response run_cached(Request request, std::string_view machine,
                                  const std::array<uint64_t, 2>& input_hash);

/// Why there is no cache although one is wanted, in one sentence; "" if there is, or none is
/// wanted.
[[nodiscard]] const std::string& cache_problem();

} // namespace compiler

#endif
