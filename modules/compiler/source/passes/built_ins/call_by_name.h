// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef PASSES_BUILT_INS_CALL_BY_NAME_H
#define PASSES_BUILT_INS_CALL_BY_NAME_H

#include <llvm/IR/IRBuilder.h>

namespace compiler {

/// Calls a built-in function of OpenCL C, which a later pass or the library gives its body, by its
/// mangled name; declares it if the module has no such function. `convergent`: whether work-items
/// come to it together.
llvm::CallInst* call_by_name(llvm::IRBuilderBase& builder, llvm::StringRef name, llvm::Type* result,
                             llvm::ArrayRef<llvm::Value*> arguments, bool convergent);

} // namespace compiler

#endif
