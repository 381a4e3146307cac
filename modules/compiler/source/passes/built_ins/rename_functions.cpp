// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/built_ins/rename_functions.h"

namespace compiler {

void rename_functions(llvm::Module& module, llvm::ArrayRef<FunctionName> names) {
  for (const FunctionName& row : names) {
    llvm::Function* function = module.getFunction(row.given);
    if (!function) {
      continue;
    }
    if (llvm::Function* known = module.getFunction(row.library)) {
      function->replaceAllUsesWith(known);
      function->eraseFromParent();
    } else {
      function->setName(row.library);
    }
  }
}

} // namespace compiler
