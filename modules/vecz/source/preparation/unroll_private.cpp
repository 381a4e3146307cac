// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "preparation/unroll_private.h"

#include "vecz/constant_loops.h"

#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>

namespace vecz {
namespace {

using Loops = ConstantLoops::Loops;

/// The limits for one loop with those in it, and for all together.
constexpr uint64_t max_instructions = 8000, max_together = 20000;
/// Each access of other memory counts as this many instructions: a gather becomes a load for each
/// lane, and accesses to addresses near each other need a branch besides.
constexpr uint64_t access_weight = 64;
/// Bytes of an array that might do as values.
constexpr uint64_t largest_array = 1024;

/// Whether all indices with which a variable is accessed become constants with loops unrolled,
/// which are added to `needed`.
bool follow(llvm::Instruction& pointer, ConstantLoops& loops, Loops& needed) {
  return llvm::all_of(pointer.uses(), [&](llvm::Use& use) {
    auto* user = llvm::cast<llvm::Instruction>(use.getUser());
    if (auto* address = llvm::dyn_cast<llvm::GetElementPtrInst>(user)) {
      return !address->getType()->isVectorTy() &&
             llvm::all_of(
                 address->indices(),
                 [&](const llvm::Use& index) { return loops.becomes_constant(*index, needed); }) &&
             follow(*address, loops, needed);
    }
    if (auto* load = llvm::dyn_cast<llvm::LoadInst>(user)) {
      return load->isSimple();
    }
    auto* store = llvm::dyn_cast<llvm::StoreInst>(user);
    return (store && store->isSimple() && use.getOperandNo() == 1) ||
           llvm::isa<llvm::MemSetInst>(user);
  });
}

} // namespace

bool unroll_private(llvm::Function& function, llvm::FunctionAnalysisManager& analyses,
                    Remarks& remarks) {
  llvm::SmallVector<llvm::AllocaInst*> arrays;
  for (llvm::Instruction& instruction : llvm::instructions(function)) {
    auto* variable = llvm::dyn_cast<llvm::AllocaInst>(&instruction);
    const auto bytes = variable ? variable->getAllocationSize(function.getDataLayout())
                                : std::optional<llvm::TypeSize>();
    if (bytes && !bytes->isScalable() && *bytes <= llvm::TypeSize::getFixed(largest_array) &&
        variable->getAllocatedType()->isArrayTy()) {
      arrays.push_back(variable);
    }
  }
  if (arrays.empty() || analyses.getResult<llvm::LoopAnalysis>(function).empty()) {
    return false;
  }
  ConstantLoops loops(function, analyses, max_instructions, access_weight);
  Loops wanted;
  for (llvm::AllocaInst* array : arrays) {
    Loops needed;
    if (!follow(*array, loops, needed)) {
      continue;
    }
    needed.insert(wanted.begin(), wanted.end());
    if (loops.size_of(needed) <= max_together) {
      wanted = std::move(needed);
    } else {
      add_remark(remarks, *array,
                 "a private array stays in memory, as the loops over it are too long to unroll");
    }
  }
  const bool changed = loops.unroll(wanted);
  if (changed) {
    analyses.invalidate(function, llvm::PreservedAnalyses::none());
  }
  return changed;
}

} // namespace vecz
