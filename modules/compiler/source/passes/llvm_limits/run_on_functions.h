// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef PASSES_LLVM_LIMITS_RUN_ON_FUNCTIONS_H
#define PASSES_LLVM_LIMITS_RUN_ON_FUNCTIONS_H

#include "llvm_setup/analysis_managers.h"

#include <llvm/IR/Module.h>

namespace compiler {

/// Runs a function pass that otherwise is one of LLVM's pipeline, with its own analyses. Whether it
/// changed a function.
template <typename Pass> bool run_on_functions(llvm::Module& module) {
  llvm_setup::AnalysisManagers analyses;
  bool changed = false;
  for (llvm::Function& function : module) {
    changed |=
        !function.isDeclaration() && !Pass::run(function, analyses.functions).areAllPreserved();
  }
  return changed;
}

} // namespace compiler

#endif
