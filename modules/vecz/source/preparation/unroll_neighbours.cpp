// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "preparation/unroll_neighbours.h"

#include "vecz/constant_loops.h"

#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/Analysis/ScalarEvolutionExpressions.h>
#include <llvm/IR/DataLayout.h>
#include <llvm/IR/Instructions.h>

namespace vecz {
namespace {

constexpr uint64_t max_instructions = 512;
constexpr unsigned max_iterations = 8, max_accesses = 16;

/// What an access's address is a constant distance from: that of a structure's first field.
const llvm::Value* place_of(llvm::Instruction& access) {
  const llvm::Value* pointer = llvm::getLoadStorePointerOperand(&access);
  llvm::APInt offset(access.getDataLayout().getIndexTypeSizeInBits(pointer->getType()), 0);
  return pointer->stripAndAccumulateConstantOffsets(access.getDataLayout(), offset,
                                                    /*AllowNonInbounds=*/true);
}

/// Whether the accesses of a loop are few, and at least one has a neighbour. Fields of a structure
/// are one access.
bool accesses_neighbours(const llvm::Loop& loop, llvm::ScalarEvolution& evolution) {
  llvm::SmallPtrSet<const llvm::Value*, 16> read, written;
  bool found = false;
  for (llvm::BasicBlock* block : loop.blocks()) {
    for (llvm::Instruction& instruction : *block) {
      if (llvm::isa<llvm::LoadInst, llvm::StoreInst>(instruction)) {
        (llvm::isa<llvm::LoadInst>(instruction) ? read : written).insert(place_of(instruction));
        found |= is_side_by_side(instruction, loop, evolution);
      } else if (instruction.mayReadOrWriteMemory()) {
        return false;
      }
    }
  }
  const unsigned accesses = read.size() + written.size();
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
