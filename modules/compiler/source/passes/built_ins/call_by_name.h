// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef PASSES_BUILT_INS_CALL_BY_NAME_H
#define PASSES_BUILT_INS_CALL_BY_NAME_H

#include <llvm/IR/IRBuilder.h>

namespace compiler {

/// Calls a built-in function of OpenCL C by its mangled name, and declares it if the module does
/// not. A later pass or the library of built-ins gives it a body. `convergent`: whether work-items
/// call it together.
llvm::CallInst* call_by_name(llvm::IRBuilderBase& builder, llvm::StringRef name, llvm::Type* result,
                             llvm::ArrayRef<llvm::Value*> arguments, bool convergent);

} // namespace compiler

#endif
