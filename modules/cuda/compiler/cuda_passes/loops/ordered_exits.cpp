// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "cuda_passes/loops/ordered_exits.h"

#include <llvm/Analysis/LoopInfo.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>
#include <llvm/IR/PatternMatch.h>

namespace cuda {
namespace {

/// The counter's next value in the test, if it grows by a constant of more than one.
llvm::BinaryOperator* counter_of(const llvm::Loop& loop, const llvm::ICmpInst& test) {
  using namespace llvm::PatternMatch;
  auto* next = llvm::dyn_cast<llvm::BinaryOperator>(test.getOperand(0));
  llvm::Value* counter = nullptr;
  const llvm::APInt* step = nullptr;
  if (!next || !match(next, m_Add(m_Value(counter), m_APInt(step))) || !step->sgt(1) ||
      !loop.isLoopInvariant(test.getOperand(1))) {
    return nullptr;
  }
  const auto* phi = llvm::dyn_cast<llvm::PHINode>(counter);
  const bool counts = phi && phi->getParent() == loop.getHeader() &&
                      phi->getIncomingValueForBlock(loop.getLoopLatch()) == next;
  return counts && (next->hasNoSignedWrap() || next->hasNoUnsignedWrap()) ? next : nullptr;
}

void order_exit(const llvm::Loop& loop) {
  const llvm::BasicBlock* latch = loop.getLoopLatch();
  if (!latch || loop.getExitingBlock() != latch) { // or it may end before its counter has to stop
    return;
  }
  const auto* branch = llvm::dyn_cast<llvm::BranchInst>(latch->getTerminator());
  auto* test = branch && branch->isConditional()
                   ? llvm::dyn_cast<llvm::ICmpInst>(branch->getCondition())
                   : nullptr;
  const llvm::BinaryOperator* next =
      test && test->isEquality() && test->hasOneUse() ? counter_of(loop, *test) : nullptr;
  if (!next) {
    return;
  }
  const bool is_signed = next->hasNoSignedWrap();
  const bool goes_on = test->getPredicate() == llvm::ICmpInst::ICMP_NE;
  test->setPredicate(goes_on ? (is_signed ? llvm::ICmpInst::ICMP_SLT : llvm::ICmpInst::ICMP_ULT)
                             : (is_signed ? llvm::ICmpInst::ICMP_SGE : llvm::ICmpInst::ICMP_UGE));
}

} // namespace

bool order_exits(llvm::Module& module) {
  for (llvm::Function& function : module) {
    if (function.isDeclaration()) {
      continue;
    }
    const llvm::DominatorTree tree(function);
    const llvm::LoopInfo loops(tree);
    for (const llvm::Loop* loop : loops.getLoopsInPreorder()) {
      if (loop->isInnermost()) {
        order_exit(*loop);
      }
    }
  }
  return true;
}

} // namespace cuda
