// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef FRONTEND_INVOCATION_H
#define FRONTEND_INVOCATION_H

#include <clang/Basic/Diagnostic.h>
#include <clang/Frontend/CompilerInvocation.h>
#include <memory>
#include <string>
#include <vector>

namespace compiler {

/// Clang's settings for a command line, or null after an error that `diagnostics` were told.
/// Programs are mostly built with one set of options, whose reading takes as long as a tenth of a
/// small build: the last one that gave no diagnostics is kept. Thread safe.
[[nodiscard]] std::shared_ptr<clang::CompilerInvocation>
make_invocation(const std::vector<std::string>& arguments, clang::DiagnosticsEngine& diagnostics);

} // namespace compiler

#endif
