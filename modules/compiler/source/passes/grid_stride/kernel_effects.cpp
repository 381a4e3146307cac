// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/grid_stride/kernel_effects.h"

#include "vecz/work_item_memory.h"

#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>

namespace compiler {
namespace {

using Visited = llvm::SmallPtrSet<const llvm::Function*, 8>;

bool waits(const llvm::Instruction& instruction, bool is_repeated, Visited& visited);

/// Functions that are still called, such as large ones of mathematics.
bool callee_waits(const llvm::CallBase& call, Visited& visited) {
  const llvm::Function* callee = call.getCalledFunction();
  if (!callee || callee->isDeclaration()) {
    return call.isConvergent() || !call.doesNotAccessMemory();
  }
  return visited.insert(callee).second &&
         llvm::any_of(llvm::instructions(callee), [&](const llvm::Instruction& instruction) {
           return waits(instruction, true, visited);
         });
}

/// Whether a work-item could wait for another by this, or meet it.
bool waits(const llvm::Instruction& instruction, bool is_repeated, Visited& visited) {
  if (const auto* intrinsic = llvm::dyn_cast<llvm::IntrinsicInst>(&instruction)) {
    return intrinsic->isConvergent() || intrinsic->isVolatile();
  }
  if (const auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction)) {
    return callee_waits(*call, visited);
  }
  if (const auto* change = llvm::dyn_cast<llvm::AtomicRMWInst>(&instruction)) {
    return is_repeated || change->isVolatile() ||
           change->getOrdering() != llvm::AtomicOrdering::Monotonic;
  }
  return instruction.isAtomic() || instruction.isVolatile();
}

/// Whether all that concerns a variable is in the loop, where its life begins.
bool lives_in(const llvm::AllocaInst& variable, const llvm::Loop& loop) {
  bool begins = false;
  llvm::SmallVector<const llvm::Value*> pointers = {&variable};
  llvm::SmallPtrSet<const llvm::Value*, 8> seen;
  while (!pointers.empty()) {
    for (const llvm::User* user : pointers.pop_back_val()->users()) {
      const auto* instruction = llvm::dyn_cast<llvm::Instruction>(user);
      if (!instruction || !loop.contains(instruction)) {
        return false;
      }
      begins |= llvm::isa<llvm::LifetimeIntrinsic>(instruction) &&
                instruction->getParent() != loop.getHeader();
      if (instruction->getType()->isPointerTy() && seen.insert(instruction).second) {
        pointers.push_back(instruction);
      }
    }
  }
  return begins || variable.use_empty();
}

} // namespace

bool is_repeatable(const llvm::Instruction& instruction) {
  if (llvm::isa<llvm::AllocaInst>(instruction) || instruction.isTerminator()) {
    return true;
  }
  if (const auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction)) {
    const auto* intrinsic = llvm::dyn_cast<llvm::IntrinsicInst>(call);
    const bool is_cheap = intrinsic || mux_builtin(*call);
    return is_cheap && !call->isConvergent() &&
           (call->doesNotAccessMemory() || (intrinsic && intrinsic->isAssumeLikeIntrinsic()));
  }
  return !instruction.mayHaveSideEffects() && !instruction.mayReadFromMemory();
}

bool is_small_and_meets_nobody(const llvm::Loop& loop, unsigned max_size) {
  size_t size = 0;
  for (const llvm::BasicBlock* block : loop.blocks()) {
    size += block->size();
    for (const llvm::Instruction& instruction : *block) {
      const auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction);
      if (size > max_size || (call && (call->isConvergent() || call->cannotDuplicate()))) {
        return false;
      }
    }
  }
  return true;
}

bool only_reads(const llvm::Loop& loop) {
  bool reads = false;
  for (const llvm::BasicBlock* block : loop.blocks()) {
    for (const llvm::Instruction& instruction : *block) {
      if (instruction.mayHaveSideEffects()) {
        return false;
      }
      reads = reads || instruction.mayReadFromMemory();
    }
  }
  return reads;
}

bool can_be_interchanged(const llvm::Loop& loop, const llvm::LoopInfo& loops, Sharing sharing) {
  Visited visited;
  bool moves = false;
  for (const llvm::BasicBlock* block : loop.blocks()) {
    const bool is_repeated = loops.getLoopFor(block) != &loop;
    for (const llvm::Instruction& instruction : *block) {
      if (waits(instruction, is_repeated, visited)) {
        return false;
      }
      if (sharing == Sharing::range &&
          (vecz::is_local_pointer(instruction) ||
           llvm::any_of(instruction.operands(), [](const llvm::Use& operand) {
             return vecz::is_local_pointer(*operand);
           }))) {
        return false;
      }
      const llvm::Value* pointer = llvm::getLoadStorePointerOperand(&instruction);
      moves |= pointer && !loop.isLoopInvariant(pointer);
    }
  }
  const llvm::Function& kernel = *loop.getHeader()->getParent();
  return moves && llvm::all_of(llvm::instructions(kernel), [&](const llvm::Instruction& each) {
           const auto* variable = llvm::dyn_cast<llvm::AllocaInst>(&each);
           return !variable || lives_in(*variable, loop);
         });
}

} // namespace compiler
