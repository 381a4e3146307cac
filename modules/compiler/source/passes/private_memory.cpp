// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/private_memory.h"

#include "compiler/mux_builtins.h"

#include <llvm/IR/InstIterator.h>

namespace compiler {

void move_large_variables(llvm::Function& kernel) {
  llvm::SmallVector<llvm::AllocaInst*> variables;
  for (llvm::Instruction& instruction : llvm::instructions(kernel)) {
    auto* variable = llvm::dyn_cast<llvm::AllocaInst>(&instruction);
    if (variable && variable->isStaticAlloca() && is_too_large_for_stack(*variable)) {
      variables.push_back(variable);
    }
  }
  if (variables.empty()) {
    return;
  }
  llvm::IRBuilder<> builder(&*kernel.getEntryBlock().getFirstNonPHIOrDbgOrAlloca());
  llvm::Value* scratch =
      builder.CreateCall(declare(*kernel.getParent(), MuxBuiltin::get_private_scratch));
  uint64_t offset = 0;
  for (llvm::AllocaInst* variable : variables) {
    for (llvm::User* user : llvm::make_early_inc_range(variable->users())) {
      auto* marker = llvm::cast<llvm::Instruction>(user);
      if (marker->isLifetimeStartOrEnd()) {
        marker->eraseFromParent();
      }
    }
    offset = llvm::alignTo(offset, variable->getAlign());
    variable->replaceAllUsesWith(
        builder.CreateConstInBoundsGEP1_64(builder.getInt8Ty(), scratch, offset));
    offset += variable->getAllocationSize(kernel.getDataLayout())->getFixedValue();
    variable->eraseFromParent();
  }
  kernel.addFnAttr(fixed_scratch, std::to_string(offset));
}

} // namespace compiler
