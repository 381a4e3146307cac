// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/work_item_loops/leave_guarded_loops.h"

#include <llvm/Analysis/LoopInfo.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/Instructions.h>

namespace compiler {
namespace {

/// A loop `for (;; counter += step) { if (guard) body; }`: `skipped` is the edge from the header to
/// the latch.
class GuardedLoop {
public:
  GuardedLoop(const llvm::Loop& of, llvm::BranchInst& at_header, unsigned without_body)
      : loop(of), header(*of.getHeader()), latch(*of.getLoopLatch()), guard(at_header),
        skipped(without_body) {}

  static std::optional<GuardedLoop> match(const llvm::Loop& loop) {
    llvm::BasicBlock* latch = loop.getLoopLatch();
    auto* guard = llvm::dyn_cast<llvm::BranchInst>(loop.getHeader()->getTerminator());
    if (!latch || !loop.getLoopPredecessor() || latch == loop.getHeader() || !guard ||
        !guard->isConditional() || guard->getSuccessor(0) == guard->getSuccessor(1)) {
      return std::nullopt;
    }
    for (const unsigned edge : {0U, 1U}) {
      if (guard->getSuccessor(edge) == latch) {
        return GuardedLoop(loop, *guard, edge);
      }
    }
    return std::nullopt;
  }

  bool leave_early() {
    llvm::BasicBlock* exit = loop.getExitBlock();
    if (!exit || loop.getExitingBlock() != &latch || !skips_the_rest() || !does_nothing(header) ||
        !does_nothing(latch) || !find_exit_values(*exit)) {
      return false;
    }
    for (auto [phi, value] : exit_values) {
      phi->addIncoming(value, &header);
    }
    latch.removePredecessor(&header, /*KeepOneInputPHIs=*/true);
    guard.setSuccessor(skipped, exit);
    return true;
  }

private:
  /// Whether the guard stays false once it is.
  [[nodiscard]] bool skips_the_rest() const {
    const auto* compare = llvm::dyn_cast<llvm::ICmpInst>(guard.getCondition());
    if (!compare) {
      return false;
    }
    llvm::CmpInst::Predicate goes_on = compare->getPredicate();
    const llvm::Value *counter = compare->getOperand(0), *bound = compare->getOperand(1);
    if (loop.isLoopInvariant(counter)) {
      std::swap(counter, bound);
      goes_on = llvm::CmpInst::getSwappedPredicate(goes_on);
    }
    if (skipped == 0) {
      goes_on = llvm::CmpInst::getInversePredicate(goes_on);
    }
    const auto* phi = llvm::dyn_cast<llvm::PHINode>(counter);
    if (!phi || phi->getParent() != &header || !loop.isLoopInvariant(bound)) {
      return false;
    }
    switch (goes_on) {
    case llvm::CmpInst::ICMP_ULT:
    case llvm::CmpInst::ICMP_ULE:
      return counts_up(*phi, /*is_signed=*/false);
    case llvm::CmpInst::ICMP_SLT:
    case llvm::CmpInst::ICMP_SLE:
      return counts_up(*phi, /*is_signed=*/true);
    case llvm::CmpInst::ICMP_EQ: // in the first round only
      return phi->getIncomingValueForBlock(loop.getLoopPredecessor()) == bound &&
             (counts_up(*phi, false) || counts_up(*phi, true));
    default:
      return false;
    }
  }

  /// By a constant, without wrapping.
  [[nodiscard]] bool counts_up(const llvm::PHINode& counter, bool is_signed) const {
    const auto* next =
        llvm::dyn_cast<llvm::BinaryOperator>(counter.getIncomingValueForBlock(&latch));
    if (!next || next->getOpcode() != llvm::Instruction::Add || next->getOperand(0) != &counter) {
      return false;
    }
    const auto* step = llvm::dyn_cast<llvm::ConstantInt>(next->getOperand(1));
    return step && !step->isZero() &&
           (is_signed ? next->hasNoSignedWrap() && !step->isNegative() : next->hasNoUnsignedWrap());
  }

  /// Whether the block has no effect. The loop then only counts to its end, as its exit depends on
  /// the counter only.
  static bool does_nothing(const llvm::BasicBlock& block) {
    return llvm::none_of(block, [](const llvm::Instruction& instruction) {
      return instruction.mayHaveSideEffects() || instruction.mayReadFromMemory();
    });
  }

  /// A value known now that equals `value` at the end of the rounds that do nothing; null if there
  /// is none.
  [[nodiscard]] llvm::Value* at_the_end(llvm::Value* value) const {
    auto* phi = llvm::dyn_cast<llvm::PHINode>(value);
    if (phi && phi->getParent() == &latch) {
      value = phi->getIncomingValueForBlock(&header);
      phi = llvm::dyn_cast<llvm::PHINode>(value);
    }
    if (loop.isLoopInvariant(value)) {
      return value;
    }
    if (!phi || phi->getParent() != &header) {
      return nullptr;
    }
    const auto* next = llvm::dyn_cast<llvm::PHINode>(phi->getIncomingValueForBlock(&latch));
    const bool is_kept =
        next && next->getParent() == &latch && next->getIncomingValueForBlock(&header) == phi;
    return is_kept ? phi : nullptr;
  }

  bool find_exit_values(llvm::BasicBlock& exit) {
    for (llvm::PHINode& phi : exit.phis()) {
      llvm::Value* value = at_the_end(phi.getIncomingValueForBlock(&latch));
      if (!value) {
        return false;
      }
      exit_values.emplace_back(&phi, value);
    }
    // Others that are used behind the loop would have to come by such a phi.
    return llvm::none_of(loop.blocks(), [&](const llvm::BasicBlock* block) {
      return llvm::any_of(*block, [&](const llvm::Instruction& instruction) {
        return llvm::any_of(instruction.users(), [&](const llvm::User* user) {
          const auto& use = *llvm::cast<llvm::Instruction>(user);
          const bool is_exit_value = llvm::isa<llvm::PHINode>(use) && use.getParent() == &exit;
          return !loop.contains(&use) && !is_exit_value;
        });
      });
    });
  }

  const llvm::Loop& loop;
  llvm::BasicBlock &header, &latch;
  llvm::BranchInst& guard;
  const unsigned skipped;
  llvm::SmallVector<std::pair<llvm::PHINode*, llvm::Value*>, 4> exit_values;
};

bool leave_guarded_loops(llvm::Function& function) {
  bool changed = false;
  const llvm::DominatorTree dominators(function);
  const llvm::LoopInfo loops(dominators);
  for (const llvm::Loop* loop : loops.getLoopsInPreorder()) {
    std::optional<GuardedLoop> guarded = GuardedLoop::match(*loop);
    changed |= guarded && guarded->leave_early();
  }
  return changed;
}

} // namespace

bool leave_guarded_loops(llvm::Module& module) {
  bool changed = false;
  for (llvm::Function& function : module) {
    changed |= !function.isDeclaration() && leave_guarded_loops(function);
  }
  return changed;
}

} // namespace compiler
