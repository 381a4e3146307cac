// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/analyses/private_memory.h"

#include "compiler/mux_builtins.h"

#include <llvm/IR/InstIterator.h>

namespace compiler {

llvm::Value* create_scratch(llvm::IRBuilderBase& builder, llvm::Align alignment) {
  llvm::Module& module = *builder.GetInsertBlock()->getModule();
  llvm::Value* scratch =
      builder.CreateCall(declare(module, MuxBuiltin::get_private_scratch), {}, "scratch");
  if (alignment <= scratch_alignment) {
    return scratch;
  }
  llvm::Value* last =
      builder.CreateConstInBoundsGEP1_64(builder.getInt8Ty(), scratch, alignment_bytes(alignment));
  llvm::Value* mask = builder.getInt64(-alignment.value());
  return builder.CreateIntrinsic(llvm::Intrinsic::ptrmask, {last->getType(), mask->getType()},
                                 {last, mask}, nullptr, "scratch.aligned");
}

uint64_t move_large_variables(llvm::Function& function) {
  llvm::SmallVector<llvm::AllocaInst*> variables;
  for (llvm::Instruction& instruction : llvm::instructions(function)) {
    auto* variable = llvm::dyn_cast<llvm::AllocaInst>(&instruction);
    if (variable && variable->isStaticAlloca() && is_too_large_for_stack(*variable)) {
      variables.push_back(variable);
    }
  }
  if (variables.empty()) {
    return 0;
  }
  llvm::Align alignment;
  for (llvm::AllocaInst* variable : variables) {
    alignment = std::max(alignment, variable->getAlign());
    for (llvm::User* user : llvm::make_early_inc_range(variable->users())) {
      auto* marker = llvm::cast<llvm::Instruction>(user);
      if (marker->isLifetimeStartOrEnd()) {
        marker->eraseFromParent();
      }
    }
  }
  llvm::IRBuilder<> builder(&*function.getEntryBlock().getFirstNonPHIOrDbgOrAlloca());
  llvm::Value* scratch = create_scratch(builder, alignment);
  uint64_t offset = 0;
  for (llvm::AllocaInst* variable : variables) {
    offset = llvm::alignTo(offset, variable->getAlign());
    variable->replaceAllUsesWith(
        builder.CreateConstInBoundsGEP1_64(builder.getInt8Ty(), scratch, offset));
    offset += variable->getAllocationSize(function.getDataLayout())->getFixedValue();
    variable->eraseFromParent();
  }
  return offset + alignment_bytes(alignment);
}

} // namespace compiler
