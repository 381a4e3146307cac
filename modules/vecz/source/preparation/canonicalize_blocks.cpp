// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "preparation/canonicalize_blocks.h"

#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>

namespace vecz {
namespace {

bool is_marker(const llvm::Instruction& instruction) {
  return instruction.isLifetimeStartOrEnd() || llvm::isa<llvm::AssumeInst>(instruction);
}

} // namespace

void remove_markers(llvm::Function& function) {
  for (llvm::Instruction& instruction : llvm::make_early_inc_range(llvm::instructions(function))) {
    instruction.dropDbgRecords();
    if (is_marker(instruction)) {
      instruction.eraseFromParent();
    }
  }
}

void merge_equal_successors(llvm::Function& function) {
  for (llvm::BasicBlock& block : function) {
    auto* branch = llvm::dyn_cast<llvm::BranchInst>(block.getTerminator());
    if (branch && branch->isConditional() && branch->getSuccessor(0) == branch->getSuccessor(1)) {
      branch->getSuccessor(0)->removePredecessor(&block, true);
      llvm::IRBuilder<>(branch).CreateBr(branch->getSuccessor(0));
      branch->eraseFromParent();
    }
  }
}

void move_variables_to_front(llvm::Function& function) {
  llvm::BasicBlock& entry = function.getEntryBlock();
  const auto first = entry.getFirstNonPHIOrDbgOrAlloca();
  for (llvm::Instruction& instruction :
       llvm::make_early_inc_range(llvm::make_range(first, entry.end()))) {
    const auto* variable = llvm::dyn_cast<llvm::AllocaInst>(&instruction);
    if (variable && variable->isStaticAlloca()) {
      instruction.moveBefore(first);
    }
  }
}

void return_instead_of_unreachable(llvm::Function& function) {
  for (llvm::BasicBlock& block : function) {
    if (llvm::isa<llvm::UnreachableInst>(block.getTerminator())) {
      llvm::Type* type = function.getReturnType();
      llvm::ReturnInst::Create(function.getContext(),
                               type->isVoidTy() ? nullptr : llvm::PoisonValue::get(type),
                               block.getTerminator()->getIterator());
      block.getTerminator()->eraseFromParent();
    }
  }
}

} // namespace vecz
