// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/llvm_limits/freeze_masked_loads.h"

#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Module.h>

namespace compiler {
namespace {

bool is_only_frozen(const llvm::Instruction& load) {
  return load.hasOneUse() && llvm::isa<llvm::FreezeInst>(*load.user_begin());
}

} // namespace

bool freeze_masked_loads(llvm::Function& function) {
  bool changed = false;
  for (llvm::Instruction& instruction : llvm::instructions(function)) {
    const auto* call = llvm::dyn_cast<llvm::IntrinsicInst>(&instruction);
    if (!call || call->getIntrinsicID() != llvm::Intrinsic::masked_load ||
        is_only_frozen(instruction)) {
      continue;
    }
    auto* frozen = new llvm::FreezeInst(&instruction, instruction.getName() + ".frozen",
                                        std::next(instruction.getIterator()));
    frozen->setDebugLoc(instruction.getDebugLoc());
    instruction.replaceUsesWithIf(frozen,
                                  [&](const llvm::Use& use) { return use.getUser() != frozen; });
    changed = true;
  }
  return changed;
}

bool freeze_masked_loads(llvm::Module& module) {
  bool changed = false;
  for (llvm::Function& function : module) {
    changed |= freeze_masked_loads(function);
  }
  return changed;
}

llvm::PreservedAnalyses FreezeMaskedLoads::run(llvm::Function& function,
                                               llvm::FunctionAnalysisManager& /*analyses*/) {
  llvm::PreservedAnalyses preserved;
  preserved.preserveSet<llvm::CFGAnalyses>();
  return freeze_masked_loads(function) ? preserved : llvm::PreservedAnalyses::all();
}

} // namespace compiler
