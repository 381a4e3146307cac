// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef PASSES_LLVM_LIMITS_RUN_ON_FUNCTIONS_H
#define PASSES_LLVM_LIMITS_RUN_ON_FUNCTIONS_H

#include <llvm/IR/Module.h>
#include <llvm/Passes/PassBuilder.h>

namespace compiler {

/// Runs a function pass that stands among LLVM's own by itself, with analyses of its own. Whether
/// it changed a function.
template <typename Pass> bool run_on_functions(llvm::Module& module) {
  llvm::PassBuilder builder;
  llvm::FunctionAnalysisManager analyses;
  builder.registerFunctionAnalyses(analyses);
  bool changed = false;
  for (llvm::Function& function : module) {
    changed |= !function.isDeclaration() && !Pass::run(function, analyses).areAllPreserved();
  }
  return changed;
}

} // namespace compiler

#endif
