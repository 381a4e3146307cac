// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "vecz/waiting_loops.h"

#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>

namespace vecz {
namespace {

/// Reads memory that others may write meanwhile: LLVM takes no other loop to wait for them.
bool is_seeing(const llvm::Instruction& instruction) {
  return (instruction.isAtomic() || instruction.isVolatile()) && instruction.mayReadFromMemory() &&
         !instruction.getType()->isVoidTy();
}

/// What a value in a loop is made of within one round of it: what decides on leaving, or an
/// address.
class Slice {
public:
  Slice(const llvm::Loop& around, llvm::ArrayRef<const llvm::Value*> roots) : loop(around) {
    work.append(roots.begin(), roots.end());
    while (!work.empty()) {
      visit(*work.pop_back_val());
    }
  }

  /// From round to round, by itself or by what is read.
  [[nodiscard]] bool changes() const { return has_phi_of_loop || has_read; }
  [[nodiscard]] llvm::ArrayRef<const llvm::Instruction*> accesses() const { return found; }

private:
  void visit(const llvm::Value& value) {
    const auto* made = llvm::dyn_cast<llvm::Instruction>(&value);
    if (!made || !loop.contains(made) || !seen.insert(made).second) {
      return;
    }
    if (is_seeing(*made)) {
      found.push_back(made);
      has_read = true;
      return;
    }
    has_read = has_read || made->mayReadFromMemory();
    if (const auto* phi = llvm::dyn_cast<llvm::PHINode>(made)) {
      if (phi->getParent() == loop.getHeader()) {
        has_phi_of_loop = true;
      }
      for (const llvm::BasicBlock* from : phi->blocks()) { // which way was taken
        if (loop.contains(from)) {
          add_condition(*from);
        }
      }
    }
    work.append(made->value_op_begin(), made->value_op_end());
  }

  void add_condition(const llvm::BasicBlock& block) {
    if (const auto* branch = llvm::dyn_cast<llvm::BranchInst>(block.getTerminator())) {
      if (branch->isConditional()) {
        work.push_back(branch->getCondition());
      }
    } else if (const auto* choice = llvm::dyn_cast<llvm::SwitchInst>(block.getTerminator())) {
      work.push_back(choice->getCondition());
    }
  }

  const llvm::Loop& loop;
  llvm::SmallVector<const llvm::Value*> work;
  llvm::SmallPtrSet<const llvm::Instruction*, 16> seen;
  llvm::SmallVector<const llvm::Instruction*> found;
  bool has_phi_of_loop = false, has_read = false;
};

bool changes(const llvm::Loop& loop, const llvm::Value& value) {
  return Slice(loop, {&value}).changes();
}

/// Whether a value is what a place held in this round or the one before, as it was read.
bool is_what_was_seen(const llvm::Loop& loop, const llvm::Value& value) {
  llvm::SmallPtrSet<const llvm::Value*, 8> seen;
  llvm::SmallVector<const llvm::Value*> work = {&value};
  bool has_read = false;
  while (!work.empty()) {
    const llvm::Value* next = work.pop_back_val();
    const auto* made = llvm::dyn_cast<llvm::Instruction>(next);
    if (!made || !loop.contains(made) || !seen.insert(made).second) {
      continue; // what the first round begins with may be a guess
    }
    if (made->mayReadFromMemory()) {
      has_read = true;
    } else if (llvm::isa<llvm::PHINode, llvm::CastInst, llvm::FreezeInst, llvm::ExtractValueInst>(
                   made)) {
      work.append(made->value_op_begin(), made->value_op_end());
    } else {
      return false;
    }
  }
  return has_read;
}

/// Whether somebody succeeds in each round: all ways round the loop lead through one of the
/// exchanges that expect what was seen, which is there unless another has just changed it.
bool always_exchanges_what_it_saw(const llvm::Loop& loop,
                                  llvm::ArrayRef<const llvm::Instruction*> accesses) {
  llvm::SmallPtrSet<const llvm::BasicBlock*, 4> exchanging;
  for (const llvm::Instruction* access : accesses) {
    const auto* exchange = llvm::dyn_cast<llvm::AtomicCmpXchgInst>(access);
    if (exchange && is_what_was_seen(loop, *exchange->getCompareOperand())) {
      exchanging.insert(exchange->getParent());
    }
  }
  llvm::SmallPtrSet<const llvm::BasicBlock*, 16> seen;
  llvm::SmallVector<const llvm::BasicBlock*> work = {loop.getHeader()};
  while (!exchanging.empty() && !work.empty()) {
    const llvm::BasicBlock* block = work.pop_back_val();
    if (exchanging.contains(block) || !seen.insert(block).second) {
      continue;
    }
    for (const llvm::BasicBlock* next : llvm::successors(block)) {
      if (next == loop.getHeader()) {
        return false;
      }
      if (loop.contains(next)) {
        work.push_back(next);
      }
    }
  }
  return !exchanging.empty();
}

/// Whether it takes a number, which is compared by order.
bool counts(const llvm::Instruction& access) {
  const auto* update = llvm::dyn_cast<llvm::AtomicRMWInst>(&access);
  if (!update || (update->getOperation() != llvm::AtomicRMWInst::Add &&
                  update->getOperation() != llvm::AtomicRMWInst::Sub)) {
    return false;
  }
  const auto* step = llvm::dyn_cast<llvm::ConstantInt>(update->getValOperand());
  return step && !step->isZero() && llvm::all_of(access.users(), [](const llvm::User* user) {
           const auto* comparison = llvm::dyn_cast<llvm::ICmpInst>(user);
           return !comparison || comparison->isRelational();
         });
}

const llvm::Value& address_of(const llvm::Instruction& access) {
  if (const auto* update = llvm::dyn_cast<llvm::AtomicRMWInst>(&access)) {
    return *update->getPointerOperand();
  }
  if (const auto* exchange = llvm::dyn_cast<llvm::AtomicCmpXchgInst>(&access)) {
    return *exchange->getPointerOperand();
  }
  return *access.getOperand(0); // a load, or a call that is told where
}

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
  if (always_exchanges_what_it_saw(loop, decides.accesses())) {
    return false;
  }
  return llvm::any_of(decides.accesses(), [&](const llvm::Instruction* access) {
    return !counts(*access) && !changes(loop, address_of(*access));
  });
}

} // namespace

bool sees_others(const llvm::Function& function) {
  return llvm::any_of(llvm::instructions(function), is_seeing);
}

llvm::SmallVector<llvm::BasicBlock*> waiting_loops(llvm::Function& function) {
  llvm::SmallVector<llvm::BasicBlock*> headers;
  if (function.isDeclaration() || !sees_others(function)) {
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
      if (callee && !callee->isDeclaration() && seen.insert(callee).second) {
        work.push_back(callee);
      }
    }
  }
  return false;
}

} // namespace vecz
