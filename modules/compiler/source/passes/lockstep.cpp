// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/lockstep.h"

#include "compiler/mux_builtins.h"

#include <llvm/IR/CFG.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>

namespace compiler {
namespace {

constexpr unsigned private_memory = 0, local_memory = 3;

using Instructions = llvm::SmallPtrSet<const llvm::Instruction*, 32>;

/// All that may be done behind `from`, up to what `ends` says yes to, which is not among it.
template <typename F> Instructions reached(const llvm::Instruction& from, F ends) {
  Instructions result;
  llvm::SmallPtrSet<const llvm::BasicBlock*, 16> seen;
  llvm::SmallVector<const llvm::Instruction*> work = {from.getNextNode()};
  if (from.isTerminator()) {
    work = {&from};
  }
  while (!work.empty()) {
    const llvm::Instruction* at = work.pop_back_val();
    const llvm::BasicBlock* block = at->getParent();
    while (at && !ends(*at)) {
      result.insert(at);
      at = at->getNextNode();
    }
    if (at) {
      continue;
    }
    for (const llvm::BasicBlock* next : llvm::successors(block)) {
      if (seen.insert(next).second) {
        work.push_back(&next->front());
      }
    }
  }
  return result;
}

bool may_write_global_memory(const llvm::Instruction& instruction) {
  if (!instruction.mayWriteToMemory() || is_barrier(instruction)) {
    return false;
  }
  if (const auto* store = llvm::dyn_cast<llvm::StoreInst>(&instruction)) {
    return store->getPointerAddressSpace() != private_memory &&
           store->getPointerAddressSpace() != local_memory;
  }
  const auto* call = llvm::dyn_cast<llvm::IntrinsicInst>(&instruction);
  return !call || !call->isAssumeLikeIntrinsic();
}

} // namespace

Lockstep::Lockstep(const llvm::LoopInfo& all_loops, const llvm::DominatorTree& tree,
                   const llvm::Instruction& where)
    : loops(all_loops), dominators(tree), barrier(where) {}

bool Lockstep::is_same_for_all(const llvm::Value& value) const {
  Values assumed;
  return is_same(value, assumed);
}

bool Lockstep::is_same(const llvm::Value& value, Values& assumed) const {
  if (llvm::isa<llvm::Argument, llvm::Constant>(value) || assumed.contains(&value)) {
    return true;
  }
  if (const auto builtin = mux_builtin(value)) {
    return is_group_uniform(*builtin);
  }
  const auto& instruction = llvm::cast<llvm::Instruction>(value);
  const auto* phi = llvm::dyn_cast<llvm::PHINode>(&instruction);
  if (phi ? !counts_for_all(*phi)
          : !llvm::isa<llvm::BinaryOperator, llvm::CastInst, llvm::GetElementPtrInst, llvm::CmpInst,
                       llvm::SelectInst>(instruction)) {
    return false;
  }
  assumed.insert(&value);
  return llvm::all_of(instruction.operands(),
                      [&](const llvm::Value* operand) { return is_same(*operand, assumed); });
}

/// One of a loop that comes to the barrier in each round.
bool Lockstep::counts_for_all(const llvm::PHINode& phi) const {
  const llvm::Loop* loop = loops.getLoopFor(phi.getParent());
  if (!loop || loop->getHeader() != phi.getParent() || !loop->contains(&barrier)) {
    return false;
  }
  llvm::SmallVector<llvm::BasicBlock*> latches;
  loop->getLoopLatches(latches);
  return llvm::all_of(latches, [&](const llvm::BasicBlock* latch) {
    return dominators.dominates(barrier.getParent(), latch);
  });
}

bool is_barrier(const llvm::Instruction& instruction) {
  return mux_builtin(instruction) == MuxBuiltin::work_group_barrier;
}

bool can_be_overwritten(const llvm::LoadInst& source, const llvm::Instruction& later,
                        const llvm::Function& function) {
  const auto is_source = [&](const llvm::Instruction& at) { return &at == &source; };
  for (const llvm::Instruction* write : reached(source, is_source)) {
    if (may_write_global_memory(*write) && reached(*write, is_source).contains(&later)) {
      return true;
    }
  }
  const auto between_barriers = [&](const llvm::Instruction& from) {
    Instructions together = reached(from, is_barrier);
    together.insert(&from);
    return together.contains(&later) && llvm::any_of(together, [](const auto* other) {
             return may_write_global_memory(*other);
           });
  };
  if (between_barriers(function.getEntryBlock().front())) {
    return true;
  }
  return llvm::any_of(llvm::instructions(function), [&](const llvm::Instruction& instruction) {
    return is_barrier(instruction) && between_barriers(instruction);
  });
}

} // namespace compiler
