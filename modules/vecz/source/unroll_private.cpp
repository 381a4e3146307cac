// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "unroll_private.h"

#include <llvm/ADT/SetVector.h>
#include <llvm/Analysis/AssumptionCache.h>
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/Analysis/OptimizationRemarkEmitter.h>
#include <llvm/Analysis/ScalarEvolution.h>
#include <llvm/Analysis/TargetTransformInfo.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/Transforms/Utils/UnrollLoop.h>

namespace vecz {
namespace {

/// Instructions that all repetitions of a loop, and of those in it, may have together.
constexpr uint64_t most_instructions = 8000;
/// Bytes of an array that might do as values.
constexpr uint64_t largest_array = 1024;

class Unroller {
public:
  Unroller(llvm::Function& subject, llvm::FunctionAnalysisManager& analyses)
      : function(subject), manager(analyses),
        loops(analyses.getResult<llvm::LoopAnalysis>(subject)),
        evolution(analyses.getResult<llvm::ScalarEvolutionAnalysis>(subject)) {}

  bool run() {
    for (llvm::Instruction& instruction : llvm::instructions(function)) {
      if (auto* variable = llvm::dyn_cast<llvm::AllocaInst>(&instruction)) {
        add_loops_of(*variable);
      }
    }
    // From the inside out, as the analysis has noted them.
    bool changed = false;
    const auto all = loops.getLoopsInPreorder();
    for (llvm::Loop* loop : llvm::reverse(all)) {
      if (wanted.contains(loop) && loop->isInnermost()) {
        changed |= unroll(*loop);
      }
    }
    return changed;
  }

private:
  using Loops = llvm::SmallSetVector<const llvm::Loop*, 4>;

  /// Adds the loops on which the addresses of a variable depend, if without them none would.
  void add_loops_of(llvm::AllocaInst& variable) {
    const auto bytes = variable.getAllocationSize(function.getDataLayout());
    Loops needed;
    if (bytes && !bytes->isScalable() && *bytes <= llvm::TypeSize::getFixed(largest_array) &&
        variable.getAllocatedType()->isArrayTy() && follow(variable, needed)) {
      wanted.insert(needed.begin(), needed.end());
    }
  }

  bool follow(llvm::Instruction& pointer, Loops& needed) {
    return llvm::all_of(pointer.uses(), [&](llvm::Use& use) {
      auto* user = llvm::cast<llvm::Instruction>(use.getUser());
      if (auto* address = llvm::dyn_cast<llvm::GetElementPtrInst>(user)) {
        return !address->getType()->isVectorTy() && becomes_constant(*address, needed) &&
               follow(*address, needed);
      }
      if (auto* load = llvm::dyn_cast<llvm::LoadInst>(user)) {
        return load->isSimple();
      }
      auto* store = llvm::dyn_cast<llvm::StoreInst>(user);
      return (store && store->isSimple() && use.getOperandNo() == 1) ||
             llvm::isa<llvm::MemSetInst>(user);
    });
  }

  /// Whether the indices are made of what loops count that can be unrolled, and of nothing else.
  bool becomes_constant(llvm::GetElementPtrInst& address, Loops& needed) {
    llvm::SmallPtrSet<const llvm::Value*, 16> seen;
    return llvm::all_of(address.indices(), [&](const llvm::Use& index) {
      return becomes_constant(*index, needed, seen);
    });
  }

  bool becomes_constant(const llvm::Value& value, Loops& needed,
                        llvm::SmallPtrSetImpl<const llvm::Value*>& seen) {
    if (llvm::isa<llvm::Constant>(value) || !seen.insert(&value).second) {
      return true;
    }
    const auto* phi = llvm::dyn_cast<llvm::PHINode>(&value);
    if (phi) {
      const llvm::Loop* loop = loops.getLoopFor(phi->getParent());
      if (!loop || loop->getHeader() != phi->getParent() || !can_unroll(*loop)) {
        return false;
      }
      needed.insert(loop);
    } else if (!llvm::isa<llvm::BinaryOperator, llvm::CastInst, llvm::SelectInst, llvm::CmpInst>(
                   value)) {
      return false;
    }
    return llvm::all_of(
        llvm::cast<llvm::Instruction>(value).operands(),
        [&](const llvm::Use& operand) { return becomes_constant(*operand, needed, seen); });
  }

  bool can_unroll(const llvm::Loop& loop) {
    const auto [known, added] = possible.try_emplace(&loop, false);
    return added ? possible[&loop] = find_out(loop) : known->second;
  }

  bool find_out(const llvm::Loop& loop) {
    const unsigned count = evolution.getSmallConstantTripCount(&loop);
    if (count == 0 || !loop.isLoopSimplifyForm() || size_of(loop) > most_instructions) {
      return false;
    }
    for (const llvm::BasicBlock* block : loop.blocks()) {
      for (const llvm::Instruction& instruction : *block) {
        const auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction);
        if (call && (call->isConvergent() || call->cannotDuplicate())) {
          return false;
        }
      }
    }
    return llvm::all_of(loop.getSubLoops(), [&](llvm::Loop* inner) { return can_unroll(*inner); });
  }

  /// Of all repetitions of it and of the loops in it.
  uint64_t size_of(const llvm::Loop& loop) {
    uint64_t size = 0;
    for (const llvm::BasicBlock* block : loop.blocks()) {
      size += loops.getLoopFor(block) == &loop ? block->size() : 0;
    }
    for (const llvm::Loop* inner : loop.getSubLoops()) {
      size += size_of(*inner);
    }
    return size * std::max(evolution.getSmallConstantTripCount(&loop), 1U);
  }

  bool unroll(llvm::Loop& loop) {
    llvm::UnrollLoopOptions options = {};
    options.Count = evolution.getSmallConstantTripCount(&loop);
    options.Force = true;
    return llvm::UnrollLoop(&loop, options, &loops, &evolution,
                            &manager.getResult<llvm::DominatorTreeAnalysis>(function),
                            &manager.getResult<llvm::AssumptionAnalysis>(function),
                            &manager.getResult<llvm::TargetIRAnalysis>(function),
                            &manager.getResult<llvm::OptimizationRemarkEmitterAnalysis>(function),
                            /*PreserveLCSSA=*/true) != llvm::LoopUnrollResult::Unmodified;
  }

  llvm::Function& function;
  llvm::FunctionAnalysisManager& manager;
  llvm::LoopInfo& loops;
  llvm::ScalarEvolution& evolution;
  Loops wanted;
  llvm::DenseMap<const llvm::Loop*, bool> possible;
};

} // namespace

bool unroll_private(llvm::Function& function, llvm::FunctionAnalysisManager& analyses) {
  const bool has_arrays = llvm::any_of(llvm::instructions(function), [](const auto& instruction) {
    return llvm::isa<llvm::AllocaInst>(instruction);
  });
  if (!has_arrays || analyses.getResult<llvm::LoopAnalysis>(function).empty()) {
    return false;
  }
  const bool changed = Unroller(function, analyses).run();
  if (changed) {
    analyses.invalidate(function, llvm::PreservedAnalyses::none());
  }
  return changed;
}

} // namespace vecz
