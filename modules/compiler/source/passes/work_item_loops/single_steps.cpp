// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/work_item_loops/single_steps.h"

#include "loop_hints.h"

#include <llvm/Analysis/LoopInfo.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/PatternMatch.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>

namespace compiler {
namespace {

namespace match = llvm::PatternMatch;

/// The counter of a loop that counts up from 0 by a constant, never wraps, and has no other phi.
struct Counter {
  llvm::PHINode* phi = nullptr;
  uint64_t step = 0;
};

std::optional<Counter> counter_of(const llvm::Loop& loop, llvm::BasicBlock& latch) {
  auto* phi = llvm::dyn_cast<llvm::PHINode>(&loop.getHeader()->front());
  llvm::BasicBlock* before = loop.getLoopPreheader();
  if (!phi || !before || llvm::isa<llvm::PHINode>(phi->getNextNode())) {
    return std::nullopt;
  }
  llvm::ConstantInt* step = nullptr;
  const auto* next =
      llvm::dyn_cast<llvm::OverflowingBinaryOperator>(phi->getIncomingValueForBlock(&latch));
  const bool counts =
      next && (next->hasNoUnsignedWrap() || next->hasNoSignedWrap()) &&
      match::match(phi->getIncomingValueForBlock(before), match::m_Zero()) &&
      match::match(next, match::m_c_Add(match::m_Specific(phi), match::m_ConstantInt(step)));
  return counts && step->getValue().isPowerOf2() ? std::optional(Counter{phi, step->getZExtValue()})
                                                 : std::nullopt;
}

/// Whether a condition holds in the first round alone: the work-item that it names is one of those
/// of the first step. Counters of work-items stay below 2^32, as groups do, and are the same in 32
/// bits.
bool holds_in_first_round(llvm::Value* condition, const Counter& counter, bool of_work_items) {
  const auto is_count = [&](llvm::Value* value) {
    return value == counter.phi ||
           (of_work_items && value->getType()->getScalarSizeInBits() >= 32 &&
            match::match(value, match::m_Trunc(match::m_Specific(counter.phi))));
  };
  llvm::Value* count = nullptr;
  if (match::match(condition, match::m_SpecificICmp(llvm::ICmpInst::ICMP_EQ, match::m_Value(count),
                                                    match::m_Zero()))) {
    return is_count(count);
  }
  llvm::ConstantInt *item = nullptr, *width = nullptr;
  return match::match(condition, match::m_SpecificICmp(llvm::ICmpInst::ICMP_ULT,
                                                       match::m_Sub(match::m_ConstantInt(item),
                                                                    match::m_Value(count)),
                                                       match::m_ConstantInt(width))) &&
         is_count(count) && width->equalsInt(counter.step) && item->getValue().ult(counter.step);
}

bool is_used_behind(const llvm::Instruction& instruction, const llvm::Loop& loop) {
  return llvm::any_of(instruction.users(), [&](const llvm::User* user) {
    return !loop.contains(llvm::cast<llvm::Instruction>(user));
  });
}

bool run_once(const llvm::Loop& loop, const llvm::LoopInfo& loops,
              const llvm::DominatorTree& dominators) {
  llvm::BasicBlock *header = loop.getHeader(), *latch = loop.getLoopLatch();
  if (!latch || loop.getExitingBlock() != latch || header == latch) {
    return false;
  }
  const auto counter = counter_of(loop, *latch);
  auto* test = llvm::dyn_cast<llvm::BranchInst>(header->getTerminator());
  auto* around = llvm::dyn_cast<llvm::BranchInst>(latch->getTerminator());
  if (!counter || !around || !test || !test->isConditional() ||
      !holds_in_first_round(test->getCondition(), *counter, is_loop_of_work_items(loop))) {
    return false;
  }
  const llvm::BasicBlockEdge inside(header, test->getSuccessor(0));
  for (const llvm::BasicBlock* block : loop.blocks()) {
    const bool is_behind_test = dominators.dominates(inside, block);
    if (!is_behind_test && loops.getLoopFor(block) != &loop) {
      return false; // it might never end
    }
    for (const llvm::Instruction& instruction : *block) {
      if ((!is_behind_test && instruction.mayHaveSideEffects()) ||
          is_used_behind(instruction, loop)) {
        return false;
      }
    }
  }
  counter->phi->replaceAllUsesWith(llvm::ConstantInt::get(counter->phi->getType(), 0));
  counter->phi->eraseFromParent();
  llvm::ReplaceInstWithInst(around, llvm::BranchInst::Create(loop.getExitBlock()));
  return true;
}

} // namespace

bool single_steps(llvm::Module& module) {
  bool changed = false;
  for (llvm::Function& function : module) {
    if (function.isDeclaration()) {
      continue;
    }
    const llvm::DominatorTree dominators(function);
    const llvm::LoopInfo loops(dominators);
    // A loop that is gone stays one to those around it, which then leave it alone.
    const auto all = loops.getLoopsInPreorder();
    for (const llvm::Loop* loop : llvm::reverse(all)) {
      changed |= run_once(*loop, loops, dominators);
    }
  }
  return changed;
}

} // namespace compiler
