// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef PASSES_BUILT_INS_RENAME_FUNCTIONS_H
#define PASSES_BUILT_INS_RENAME_FUNCTIONS_H

#include <llvm/IR/Module.h>

namespace compiler {

/// A function's name in the front end's IR and in the library of built-ins.
struct FunctionName {
  llvm::StringLiteral given, library;
};

/// Gives declared functions the library's names. Both must have the same type.
void rename_functions(llvm::Module& module, llvm::ArrayRef<FunctionName> names);

} // namespace compiler

#endif
