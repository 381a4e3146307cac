// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "analysis/unlikely_blocks.h"

#include <llvm/IR/Dominators.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/ProfDataUtils.h>
#include <optional>

namespace vecz {

llvm::SmallPtrSet<const llvm::BasicBlock*, 8> unlikely_blocks(llvm::Function& function) {
  llvm::SmallPtrSet<const llvm::BasicBlock*, 8> unlikely;
  std::optional<llvm::DominatorTree> dominators; // most functions need none
  for (const llvm::BasicBlock& block : function) {
    const auto* branch = llvm::dyn_cast<llvm::BranchInst>(block.getTerminator());
    uint64_t taken = 0, otherwise = 0;
    if (!branch || !branch->isConditional() ||
        !llvm::extractBranchWeights(*branch, taken, otherwise) || taken <= otherwise) {
      continue;
    }
    if (!dominators) {
      dominators.emplace(function);
    }
    const llvm::BasicBlockEdge edge(&block, branch->getSuccessor(1));
    for (const llvm::BasicBlock& other : function) {
      if (dominators->dominates(edge, &other)) {
        unlikely.insert(&other);
      }
    }
  }
  return unlikely;
}

} // namespace vecz
