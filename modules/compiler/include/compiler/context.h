// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef COMPILER_CONTEXT_H
#define COMPILER_CONTEXT_H

#include <llvm/IR/LLVMContext.h>
#include <string>

namespace compiler {

/// The pass name of LLVM remarks that report limits.
inline constexpr llvm::StringLiteral limit_notes = "lanewise-limits";

/// The LLVM context of one compile job, and its build log. All diagnostics of LLVM go to the log;
/// errors are counted and do not end the process. For one thread at a time.
class Context {
public:
  Context();
  Context(const Context&) = delete;
  Context& operator=(const Context&) = delete;

  /// Adds a line "error: <sentence>" and counts it.
  void error(const std::string& sentence);

  llvm::LLVMContext llvm;
  std::string log;
  unsigned errors = 0;
  bool reports_limits = false; ///< the log is to say what is treated in a plainer way, being large
};

} // namespace compiler

#endif
