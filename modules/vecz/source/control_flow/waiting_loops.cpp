// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "vecz/waiting_loops.h"

#include "control_flow/progress.h"

#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/InstIterator.h>

namespace vecz {
namespace {

bool waits(const llvm::Loop& loop) {
  llvm::SmallVector<const llvm::Value*> conditions;
  llvm::SmallVector<llvm::BasicBlock*> exiting;
  loop.getExitingBlocks(exiting);
  for (const llvm::BasicBlock* block : exiting) {
    if (const auto* branch = llvm::dyn_cast<llvm::BranchInst>(block->getTerminator())) {
      conditions.push_back(branch->getCondition());
    } else if (const auto* choice = llvm::dyn_cast<llvm::SwitchInst>(block->getTerminator())) {
      conditions.push_back(choice->getCondition());
    }
  }
  const Slice decides(loop, conditions);
  if (always_exchanges_loaded_value(loop, decides)) {
    return false;
  }
  return llvm::any_of(decides.accesses(), [&](const llvm::Instruction* access) {
    return !counts(loop, *access, decides) && !changes(loop, address_of(*access));
  });
}

} // namespace

bool observes_others(const llvm::Function& function) {
  return llvm::any_of(llvm::instructions(function), is_observing);
}

llvm::SmallVector<llvm::BasicBlock*> waiting_loops(llvm::Function& function) {
  llvm::SmallVector<llvm::BasicBlock*> headers;
  if (function.isDeclaration() || !observes_others(function)) {
    return headers;
  }
  const llvm::DominatorTree dominators(function);
  const llvm::LoopInfo loops(dominators);
  for (const llvm::Loop* loop : loops.getLoopsInPreorder()) {
    if (waits(*loop)) {
      headers.push_back(loop->getHeader());
    }
  }
  return headers;
}

bool waits_for_others(llvm::Function& function) {
  llvm::SmallPtrSet<llvm::Function*, 8> seen = {&function};
  llvm::SmallVector<llvm::Function*> work = {&function};
  while (!work.empty()) {
    llvm::Function& next = *work.pop_back_val();
    if (!waiting_loops(next).empty()) {
      return true;
    }
    for (llvm::Instruction& instruction : llvm::instructions(next)) {
      const auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction);
      llvm::Function* callee = call ? call->getCalledFunction() : nullptr;
      if (callee && callee->getName() == progress_point_name) {
        return true;
      }
      if (callee && !callee->isDeclaration() && seen.insert(callee).second) {
        work.push_back(callee);
      }
    }
  }
  return false;
}

} // namespace vecz
