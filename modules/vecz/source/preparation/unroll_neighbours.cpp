// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "preparation/unroll_neighbours.h"

#include "vecz/constant_loops.h"

#include <llvm/Analysis/ScalarEvolutionExpressions.h>
#include <llvm/IR/DataLayout.h>
#include <llvm/IR/Instructions.h>

namespace vecz {
namespace {

constexpr uint64_t max_instructions = 256;
constexpr unsigned max_iterations = 8, max_accesses = 16;

/// Whether the accesses of a loop are few, and at least one has a neighbour.
bool accesses_neighbours(const llvm::Loop& loop, llvm::ScalarEvolution& evolution) {
  unsigned accesses = 0;
  bool found = false;
  for (llvm::BasicBlock* block : loop.blocks()) {
    for (llvm::Instruction& instruction : *block) {
      if (llvm::isa<llvm::LoadInst, llvm::StoreInst>(instruction)) {
        ++accesses;
        found |= is_side_by_side(instruction, loop, evolution);
      } else if (instruction.mayReadOrWriteMemory()) {
        return false;
      }
    }
  }
  return found && accesses * evolution.getSmallConstantTripCount(&loop) <= max_accesses;
}

} // namespace

bool is_side_by_side(llvm::Instruction& access, const llvm::Loop& loop,
                     llvm::ScalarEvolution& evolution) {
  llvm::Value* pointer = llvm::getPointerOperand(&access);
  const auto* place = llvm::dyn_cast<llvm::SCEVAddRecExpr>(evolution.getSCEV(pointer));
  const auto* step = place && place->getLoop() == &loop && place->isAffine()
                         ? llvm::dyn_cast<llvm::SCEVConstant>(place->getStepRecurrence(evolution))
                         : nullptr;
  const llvm::TypeSize size =
      access.getDataLayout().getTypeStoreSize(llvm::getLoadStoreType(&access));
  return step && !size.isScalable() && step->getAPInt() == size.getFixedValue();
}

bool unroll_neighbours(llvm::Function& function, llvm::FunctionAnalysisManager& analyses) {
  if (analyses.getResult<llvm::LoopAnalysis>(function).empty()) {
    return false;
  }
  auto& evolution = analyses.getResult<llvm::ScalarEvolutionAnalysis>(function);
  ConstantLoops loops(function, analyses, max_instructions);
  ConstantLoops::Loops wanted;
  for (const llvm::Loop* loop : loops.all()) {
    if (loop->isInnermost() && evolution.getSmallConstantTripCount(loop) <= max_iterations &&
        accesses_neighbours(*loop, evolution)) {
      wanted.insert(loop);
    }
  }
  const bool changed = loops.unroll(wanted);
  if (changed) {
    analyses.invalidate(function, llvm::PreservedAnalyses::none());
  }
  return changed;
}

} // namespace vecz
