// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef FRONTEND_CLANG_H
#define FRONTEND_CLANG_H

#include "compiler/context.h"
#include "compiler_interface/options.h"
#include "frontend/file_uses.h"

#include <llvm/IR/Module.h>
#include <memory>
#include <span>

namespace compiler {

struct ClangInput {
  std::string_view source;
  std::string_view name;           ///< in messages and debug information
  std::span<const Header> headers; ///< embedded: found before anything on disk
  std::span<const std::string> extensions;
};

/// Runs Clang on OpenCL C for the neutral triple `spir64`. Built-ins are declared by Clang itself;
/// types and macros come from headers embedded in this library, so nothing is read from disk but
/// what the program includes, and that is noted in `uses`. Null after an error, which is then in
/// the context's log.
[[nodiscard]] std::unique_ptr<llvm::Module> run_clang(Context& context, const ClangInput& input,
                                                      const Options& options, FileUses& uses);

} // namespace compiler

#endif
