// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "control_flow/join_loop_exits.h"

#include "vecz/analysis_managers.h"
#include "vecz/pre_vectorization_target.h"

#include <llvm/Analysis/LoopInfo.h>
#include <llvm/Analysis/ScalarEvolution.h>
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/IntrinsicInst.h>

namespace vecz {
namespace {

/// Up to this many instructions between two exits are computed for lanes that have left as well,
/// which is cheaper than a mask of their own.
constexpr unsigned few_instructions = 8;

/// A block that leaves a loop: where to, and where else it goes.
struct Exit {
  llvm::BranchInst* branch;
  llvm::BasicBlock* end;
  llvm::BasicBlock* next;
  [[nodiscard]] bool leaves_if_true() const { return branch->getSuccessor(0) == end; }
  [[nodiscard]] llvm::Value* condition_to_stay(llvm::IRBuilderBase& builder) const {
    llvm::Value* condition = branch->getCondition();
    return leaves_if_true() ? builder.CreateNot(condition) : condition;
  }
};

std::optional<Exit> exit_of(llvm::BasicBlock& block, const llvm::Loop& loop) {
  auto* branch = llvm::dyn_cast<llvm::BranchInst>(block.getTerminator());
  if (!branch || !branch->isConditional()) {
    return {};
  }
  llvm::BasicBlock *first = branch->getSuccessor(0), *second = branch->getSuccessor(1);
  if (loop.contains(first) == loop.contains(second)) {
    return {};
  }
  return loop.contains(first) ? Exit{branch, second, first} : Exit{branch, first, second};
}

bool may_run_for_all(const llvm::Instruction& instruction) {
  const bool calls =
      llvm::isa<llvm::CallInst>(instruction) && !llvm::isa<llvm::IntrinsicInst>(instruction);
  return !calls && !takes_long(instruction) && !instruction.mayReadOrWriteMemory() &&
         llvm::isSafeToSpeculativelyExecute(&instruction);
}

bool may_run_for_all(const llvm::BasicBlock& block) {
  unsigned count = 0;
  for (const llvm::Instruction& instruction : block) {
    if (instruction.isTerminator()) {
      return true;
    }
    if (llvm::isa<llvm::PHINode>(instruction) || !may_run_for_all(instruction) ||
        ++count > few_instructions) {
      return false;
    }
  }
  return true;
}

/// Moves the test of a loop's latch into its header, if that is the loop's other exit: lanes that
/// leave by either have the same values there.
class TestInHeader {
public:
  explicit TestInHeader(const llvm::Loop& of)
      : loop(of), header(of.getHeader()), latch(of.getLoopLatch()) {}

  bool run() {
    const auto first = exit_of(*header, loop);
    const auto second = latch && latch != header ? exit_of(*latch, loop) : std::nullopt;
    if (!first || !second || first->end != second->end || !find_counter(*second) ||
        !llvm::all_of(first->end->phis(),
                      [&](const llvm::PHINode& phi) { return is_the_same(phi); }) ||
        !llvm::all_of(*header,
                      [](const llvm::Instruction& instruction) {
                        return llvm::isa<llvm::PHINode>(instruction) ||
                               instruction.isTerminator() || may_run_for_all(instruction);
                      }) ||
        !is_entered_below_bound()) {
      return false;
    }
    move(*first, *second);
    return true;
  }

private:
  /// The latch tests the next value of a phi of the header.
  bool find_counter(const Exit& second) {
    auto* test = llvm::dyn_cast<llvm::ICmpInst>(second.branch->getCondition());
    if (!test || !loop.isLoopInvariant(test->getOperand(1))) {
      return false;
    }
    bound = test->getOperand(1);
    stays = second.leaves_if_true() ? test->getInversePredicate() : test->getPredicate();
    for (llvm::PHINode& phi : header->phis()) {
      if (phi.getIncomingValueForBlock(latch) == test->getOperand(0)) {
        counter = &phi;
      }
    }
    return counter != nullptr;
  }

  /// Whether the test passes for the first value of the counter.
  [[nodiscard]] bool is_entered_below_bound() const {
    AnalysisManagers analyses;
    llvm::Function& function = *header->getParent();
    auto& evolution = analyses.functions.getResult<llvm::ScalarEvolutionAnalysis>(function);
    const llvm::Loop* same =
        analyses.functions.getResult<llvm::LoopAnalysis>(function).getLoopFor(header);
    llvm::Value* start = counter->getIncomingValueForBlock(loop.getLoopPreheader());
    return evolution.isSCEVable(start->getType()) &&
           evolution.isLoopEntryGuardedByCond(same, stays, evolution.getSCEV(start),
                                              evolution.getSCEV(bound));
  }

  /// Whether a lane that leaves by the latch would have that value in the header.
  [[nodiscard]] bool is_the_same(const llvm::PHINode& phi) const {
    const llvm::Value* early = phi.getIncomingValueForBlock(header);
    const llvm::Value* late = phi.getIncomingValueForBlock(latch);
    const auto* carried = llvm::dyn_cast<llvm::PHINode>(early);
    if (carried && carried->getParent() == header) {
      const bool ends_at_bound = stays == llvm::ICmpInst::ICMP_NE && carried == counter;
      return late == carried->getIncomingValueForBlock(latch) || (ends_at_bound && late == bound);
    }
    return early == late && loop.isLoopInvariant(early);
  }

  void move(const Exit& first, const Exit& second) const {
    llvm::IRBuilder<> builder(first.branch);
    llvm::Value* passes = first.condition_to_stay(builder);
    llvm::Value* goes_on = builder.CreateICmp(stays, counter, bound);
    // Not an `and`: the header's condition may be poison where it was not asked for.
    llvm::Value* both = builder.CreateSelect(goes_on, passes, builder.getFalse());
    builder.CreateCondBr(both, first.next, first.end);
    first.branch->eraseFromParent();
    for (llvm::PHINode& phi : first.end->phis()) {
      phi.removeIncomingValue(latch, false);
    }
    llvm::IRBuilder<>(second.branch).CreateBr(header);
    second.branch->eraseFromParent();
  }

  const llvm::Loop& loop;
  llvm::BasicBlock *const header, *const latch;
  llvm::PHINode* counter = nullptr;
  llvm::Value* bound = nullptr;
  llvm::CmpInst::Predicate stays = llvm::CmpInst::ICMP_NE; ///< in the loop, of counter and bound
};

/// Gives each phi behind the exits the value of a lane that leaves by the first exit or, otherwise,
/// by the second.
void join_phis(llvm::IRBuilderBase& builder, const Exit& first, llvm::BasicBlock& second) {
  llvm::BasicBlock* block = first.branch->getParent();
  for (llvm::PHINode& phi : first.end->phis()) {
    llvm::Value* early = phi.getIncomingValueForBlock(block);
    llvm::Value* late = phi.getIncomingValueForBlock(&second);
    if (early != late) {
      llvm::Value* condition = first.branch->getCondition();
      phi.setIncomingValueForBlock(
          block, first.leaves_if_true()
                     ? builder.CreateSelect(condition, early, late, phi.getName() + ".left")
                     : builder.CreateSelect(condition, late, early, phi.getName() + ".left"));
    }
    phi.removeIncomingValue(&second, false);
  }
}

bool join(const Exit& first, const llvm::Loop& loop, const llvm::LoopInfo& loops) {
  llvm::BasicBlock *block = first.branch->getParent(), *other = first.next;
  if (other->getSinglePredecessor() != block || loops.getLoopFor(block) != &loop ||
      loops.getLoopFor(other) != &loop || other == loop.getHeader() || !may_run_for_all(*other)) {
    return false;
  }
  const auto second = exit_of(*other, loop);
  if (!second || second->end != first.end) {
    return false;
  }
  llvm::BranchInst* branch = first.branch;
  while (!other->front().isTerminator()) {
    llvm::Instruction& moved = other->front();
    moved.dropUBImplyingAttrsAndMetadata();
    moved.moveBefore(branch->getIterator());
  }
  llvm::IRBuilder<> builder(branch);
  join_phis(builder, first, *other);
  llvm::Value* passes = first.condition_to_stay(builder);
  llvm::Value* stays = second->condition_to_stay(builder);
  // Not an `and`: behind the first exit the second condition may be poison.
  llvm::Value* both = builder.CreateSelect(passes, stays, builder.getFalse());
  builder.CreateCondBr(both, second->next, first.end);
  branch->eraseFromParent();
  second->next->replacePhiUsesWith(other, block);
  other->eraseFromParent();
  return true;
}

bool join_in(const llvm::Loop& loop, const llvm::LoopInfo& loops) {
  if (TestInHeader(loop).run()) {
    return true;
  }
  llvm::SmallVector<llvm::BasicBlock*> exiting;
  loop.getExitingBlocks(exiting);
  return llvm::any_of(exiting, [&](llvm::BasicBlock* block) {
    const auto first = exit_of(*block, loop);
    return first && join(*first, loop, loops);
  });
}

} // namespace

bool join_loop_exits(llvm::Function& function, const CallInfo& calls) {
  const Uniformity uniformity(function, calls);
  bool changed = false;
  for (bool again = true; again; changed |= again) {
    const llvm::DominatorTree dominators(function);
    const llvm::LoopInfo loops(dominators);
    const auto all = loops.getLoopsInPreorder();
    again = llvm::any_of(all, [&](const llvm::Loop* loop) {
      return uniformity.is_divergent_loop(*loop->getHeader()) && join_in(*loop, loops);
    });
  }
  return changed;
}

} // namespace vecz
