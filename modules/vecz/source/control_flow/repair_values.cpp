// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "control_flow/repair_values.h"

#include <llvm/IR/Constants.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/Instructions.h>
#include <llvm/Transforms/Utils/SSAUpdater.h>

namespace vecz {
namespace {

/// Makes the choice between a value that was computed in a block, which may be jumped over, and
/// another value in that block: control that jumps over it has the other value without a test.
void choose_early(llvm::PHINode& phi, const llvm::DominatorTree& dominators) {
  llvm::Value* nothing = no_value(phi.getType());
  if (phi.getNumIncomingValues() != 2 || !phi.hasOneUse()) {
    return;
  }
  const unsigned skip = phi.getIncomingValue(0) == nothing ? 0 : 1, computed = 1 - skip;
  auto* choice = llvm::dyn_cast<llvm::SelectInst>(*phi.user_begin());
  llvm::Instruction* end = phi.getIncomingBlock(computed)->getTerminator();
  if (phi.getIncomingValue(skip) != nothing || phi.getIncomingValue(computed) == nothing ||
      !choice || choice->getParent() != phi.getParent() || choice->getCondition() == &phi) {
    return;
  }
  llvm::Value* other =
      choice->getTrueValue() == &phi ? choice->getFalseValue() : choice->getTrueValue();
  const auto is_known = [&](llvm::Value* value) {
    return dominators.dominates(value, end) &&
           dominators.dominates(value, phi.getIncomingBlock(skip)->getTerminator());
  };
  if (!is_known(choice->getCondition()) || !is_known(other)) {
    return;
  }
  choice->moveBefore(end->getIterator());
  choice->replaceAllUsesWith(&phi);
  choice->replaceUsesOfWith(&phi, phi.getIncomingValue(computed));
  phi.setIncomingValue(computed, choice);
  phi.setIncomingValue(skip, other);
}

} // namespace

llvm::Value* no_value(llvm::Type* type) {
  return type->isFPOrFPVectorTy() ? llvm::Constant::getNullValue(type)
                                  : llvm::PoisonValue::get(type);
}

void repair_values(llvm::Function& function, const llvm::LoopInfo& loops) {
  const llvm::DominatorTree dominators(function);
  llvm::SmallVector<llvm::Use*> broken;
  llvm::SmallVector<llvm::PHINode*> made;
  for (llvm::BasicBlock& block : function) {
    for (llvm::Instruction& value : block) {
      broken.clear();
      for (llvm::Use& use : value.uses()) {
        if (!dominators.dominates(&value, use)) {
          broken.push_back(&use);
        }
      }
      if (broken.empty()) {
        continue;
      }
      llvm::SSAUpdater updater(&made);
      updater.Initialize(value.getType(), value.getName());
      llvm::Value* nothing = no_value(value.getType());
      updater.AddAvailableValue(&function.getEntryBlock(), nothing);
      for (const llvm::Loop* loop = loops.getLoopFor(&block); loop; loop = loop->getParentLoop()) {
        updater.AddAvailableValue(loop->getHeader(), nothing); // none of the iteration before
      }
      updater.AddAvailableValue(&block, &value);
      for (llvm::Use* use : broken) {
        updater.RewriteUse(*use);
      }
    }
  }
  for (llvm::PHINode* phi : made) {
    choose_early(*phi, dominators);
  }
}

} // namespace vecz
