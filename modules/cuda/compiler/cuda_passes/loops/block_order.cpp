// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "cuda_passes/loops/block_order.h"

#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/IR/CFG.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>

namespace cuda {
namespace {

class FunctionOrder {
public:
  explicit FunctionOrder(llvm::Function& subject) : function(subject), tree(subject), loops(tree) {}

  void arrange() {
    llvm::SmallVector<llvm::BasicBlock*> order = reverse_order();
    for (llvm::BasicBlock* block : order) { // the last one becomes the first
      if (block != &function.front()) {
        block->moveBefore(&function.front());
      }
    }
    for (llvm::Loop* loop : loops.getLoopsInPreorder()) {
      branch_back(*loop);
    }
  }

private:
  struct Visit {
    llvm::BasicBlock* block;
    llvm::SmallVector<llvm::BasicBlock*> rest; ///< successors, of which the last is visited next
  };

  /// Reachable blocks, each behind all that follow it but by a way back. Ways out of loops are
  /// followed first, so that what they lead to is in front of the rest of the loop.
  llvm::SmallVector<llvm::BasicBlock*> reverse_order() {
    llvm::SmallVector<llvm::BasicBlock*> order;
    llvm::SmallPtrSet<llvm::BasicBlock*, 16> seen = {&function.front()};
    llvm::SmallVector<Visit> path = {visit(function.front())};
    while (!path.empty()) {
      if (path.back().rest.empty()) {
        order.push_back(path.pop_back_val().block);
        continue;
      }
      llvm::BasicBlock* next = path.back().rest.pop_back_val();
      if (seen.insert(next).second) {
        path.push_back(visit(*next));
      }
    }
    return order;
  }

  Visit visit(llvm::BasicBlock& block) {
    const llvm::Loop* loop = loops.getLoopFor(&block);
    const auto leaves = [&](const llvm::BasicBlock* next) { return loop && !loop->contains(next); };
    Visit visit = {&block, {}};
    for (const bool ways_out : {false, true}) {
      llvm::copy_if(llvm::successors(&block), std::back_inserter(visit.rest),
                    [&](const llvm::BasicBlock* next) { return leaves(next) == ways_out; });
    }
    return visit;
  }

  static void branch_back(llvm::Loop& loop) {
    llvm::BasicBlock* latch = loop.getLoopLatch();
    auto* branch = latch ? llvm::dyn_cast<llvm::BranchInst>(latch->getTerminator()) : nullptr;
    if (!branch || !branch->isConditional() || branch->getSuccessor(1) != loop.getHeader() ||
        branch->getSuccessor(0) == loop.getHeader()) {
      return;
    }
    auto* test = llvm::dyn_cast<llvm::CmpInst>(branch->getCondition());
    if (test && test->hasOneUse()) {
      test->setPredicate(test->getInversePredicate());
    } else {
      branch->setCondition(llvm::IRBuilder<>(branch).CreateNot(branch->getCondition()));
    }
    branch->swapSuccessors();
  }

  llvm::Function& function;
  llvm::DominatorTree tree;
  llvm::LoopInfo loops;
};

} // namespace

bool order_blocks(llvm::Module& module) {
  for (llvm::Function& function : module) {
    if (!function.isDeclaration()) {
      FunctionOrder(function).arrange();
    }
  }
  return true;
}

} // namespace cuda
