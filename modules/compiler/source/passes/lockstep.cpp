// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/lockstep.h"

#include "compiler/mux_builtins.h"

namespace compiler {

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

} // namespace compiler
