// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef PASSES_LLVM_LIMITS_FREEZE_MASKED_LOADS_H
#define PASSES_LLVM_LIMITS_FREEZE_MASKED_LOADS_H

#include <llvm/IR/PassManager.h>

namespace compiler {

/// Keeps LLVM 22's InstCombine from moving loads behind stores. It replaces a select between a
/// masked load and another value, by the same mask, with one load at the place of the select (LLVM
/// issue 215453, fixed in LLVM 23). It does not see through a freeze of the loaded value.
///
/// To run after whatever makes masked loads and before InstCombine. Requires: nothing. Guarantees:
/// the only user of each masked load is a freeze.
///
///   %v = call <8 x i32> @llvm.masked.load(...)
/// becomes
///   %v = call <8 x i32> @llvm.masked.load(...)
///   %v.frozen = freeze <8 x i32> %v
bool freeze_masked_loads(llvm::Function& function);
bool freeze_masked_loads(llvm::Module& module);

/// The same, among LLVM's passes.
struct FreezeMaskedLoads : llvm::PassInfoMixin<FreezeMaskedLoads> {
  llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager& analyses);
};

} // namespace compiler

#endif
