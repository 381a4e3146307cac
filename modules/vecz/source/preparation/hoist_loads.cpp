// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "preparation/hoist_loads.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/Analysis/MemorySSA.h>
#include <llvm/Analysis/MemorySSAUpdater.h>
#include <llvm/Analysis/MustExecute.h>
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/Dominators.h>

namespace vecz {
namespace {

/// Instructions that an address may be made of in the loop.
constexpr unsigned deepest = 8;

/// Whether a value can be computed before the loop.
bool is_invariant(const llvm::Value& value, const llvm::Loop& loop, unsigned depth = 0) {
  if (loop.isLoopInvariant(&value)) {
    return true;
  }
  const auto& instruction = llvm::cast<llvm::Instruction>(value);
  return depth < deepest && !llvm::isa<llvm::PHINode>(instruction) &&
         !instruction.mayReadFromMemory() && llvm::isSafeToSpeculativelyExecute(&instruction) &&
         llvm::all_of(
             instruction.operands(),
             [&](const llvm::Use& operand) { return is_invariant(*operand, loop, depth + 1); });
}

/// Loads of the loop itself that can move as far as their addresses are concerned.
llvm::SmallVector<llvm::LoadInst*> find_candidates(const llvm::Loop& loop,
                                                   const llvm::LoopInfo& loops) {
  llvm::SmallVector<llvm::LoadInst*> found;
  for (llvm::BasicBlock* block : loop.blocks()) {
    if (loops.getLoopFor(block) != &loop) {
      continue;
    }
    for (llvm::Instruction& instruction : *block) {
      auto* load = llvm::dyn_cast<llvm::LoadInst>(&instruction);
      if (load && load->isSimple() && is_invariant(*load->getPointerOperand(), loop)) {
        found.push_back(load);
      }
    }
  }
  return found;
}

class Hoisting {
public:
  Hoisting(llvm::Function& function, llvm::FunctionAnalysisManager& analyses)
      : loops(analyses.getResult<llvm::LoopAnalysis>(function)),
        dominators(analyses.getResult<llvm::DominatorTreeAnalysis>(function)),
        memory(analyses.getResult<llvm::MemorySSAAnalysis>(function).getMSSA()), updater(&memory) {
    memory.ensureOptimizedUses();
  }

  bool hoist_from(llvm::Loop& loop) {
    const auto candidates = find_candidates(loop, loops);
    if (candidates.empty() || !loop.getLoopPreheader()) {
      return false;
    }
    llvm::SimpleLoopSafetyInfo safety;
    safety.computeLoopSafetyInfo(&loop);
    bool changed = false;
    for (llvm::LoadInst* load : candidates) {
      if (safety.isGuaranteedToExecute(*load, &dominators, &loop) && !is_written(*load, loop)) {
        hoist(*load, loop);
        changed = true;
      }
    }
    return changed;
  }

private:
  /// Whether the loop may write to the memory that the load reads.
  bool is_written(llvm::LoadInst& load, const llvm::Loop& loop) {
    const llvm::MemoryAccess* written = memory.getWalker()->getClobberingMemoryAccess(&load);
    return !memory.isLiveOnEntryDef(written) && loop.contains(written->getBlock());
  }

  void hoist(llvm::LoadInst& load, llvm::Loop& loop) {
    llvm::Instruction* end = loop.getLoopPreheader()->getTerminator();
    bool moved = false;
    loop.makeLoopInvariant(load.getPointerOperand(), moved, end);
    load.moveBefore(end->getIterator());
    updater.moveToPlace(llvm::cast<llvm::MemoryUseOrDef>(memory.getMemoryAccess(&load)),
                        end->getParent(), llvm::MemorySSA::BeforeTerminator);
  }

  llvm::LoopInfo& loops;
  llvm::DominatorTree& dominators;
  llvm::MemorySSA& memory;
  llvm::MemorySSAUpdater updater;
};

} // namespace

bool hoist_loads(llvm::Function& function, llvm::FunctionAnalysisManager& analyses) {
  const llvm::LoopInfo& loops = analyses.getResult<llvm::LoopAnalysis>(function);
  auto inner_last = loops.getLoopsInPreorder();
  if (llvm::all_of(inner_last,
                   [&](const llvm::Loop* loop) { return find_candidates(*loop, loops).empty(); })) {
    return false;
  }
  Hoisting hoisting(function, analyses);
  bool changed = false;
  for (llvm::Loop* loop : llvm::reverse(inner_last)) {
    changed |= hoisting.hoist_from(*loop);
  }
  if (changed) {
    analyses.invalidate(function, llvm::PreservedAnalyses::none());
  }
  return changed;
}

} // namespace vecz
