// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/lockstep.h"

#include "compiler/mux_builtins.h"
#include "vecz/work_item_memory.h"

#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/IR/CFG.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>

namespace compiler {
namespace {

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
    const vecz::AddressSpace space = vecz::address_space_of(*store->getPointerOperand());
    return space != vecz::private_space && space != vecz::local_space;
  }
  const auto* call = llvm::dyn_cast<llvm::IntrinsicInst>(&instruction);
  return !call || !call->isAssumeLikeIntrinsic();
}

} // namespace

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
