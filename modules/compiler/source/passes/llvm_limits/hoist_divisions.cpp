// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/llvm_limits/hoist_divisions.h"

#include "passes/llvm_limits/run_on_functions.h"

#include <llvm/Analysis/LoopInfo.h>
#include <llvm/Analysis/LoopIterator.h>
#include <llvm/Analysis/ScalarEvolution.h>
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Module.h>

namespace compiler {
namespace {

/// Makes a division one that is defined wherever it stands, and the same where it was defined.
void make_safe(llvm::IRBuilder<>& builder, llvm::BinaryOperator& division) {
  if (llvm::isSafeToSpeculativelyExecute(&division)) {
    return;
  }
  llvm::Type* type = division.getType();
  llvm::Value* divisor = builder.CreateFreeze(division.getOperand(1));
  llvm::Value* undefined = builder.CreateICmpEQ(divisor, llvm::Constant::getNullValue(type));
  if (division.getOpcode() == llvm::Instruction::SDiv ||
      division.getOpcode() == llvm::Instruction::SRem) {
    const auto least = llvm::APInt::getSignedMinValue(type->getScalarSizeInBits());
    llvm::Value* dividend = builder.CreateFreeze(division.getOperand(0));
    llvm::Value* is_least = builder.CreateICmpEQ(dividend, llvm::ConstantInt::get(type, least));
    llvm::Value* is_minus_1 = builder.CreateICmpEQ(divisor, llvm::Constant::getAllOnesValue(type));
    undefined = builder.CreateOr(undefined, builder.CreateAnd(is_least, is_minus_1));
    division.setOperand(0, dividend);
  }
  division.setOperand(1, builder.CreateSelect(undefined, llvm::ConstantInt::get(type, 1), divisor));
}

bool hoist(llvm::Loop& loop, llvm::LoopInfo& loops) {
  llvm::BasicBlock* before = loop.getLoopPreheader();
  if (!before) {
    return false;
  }
  bool changed = false;
  llvm::LoopBlocksRPO order(&loop); // one may divide by the result of another
  order.perform(&loops);
  for (llvm::BasicBlock* block : order) {
    for (llvm::Instruction& instruction : llvm::make_early_inc_range(*block)) {
      auto* division = llvm::dyn_cast<llvm::BinaryOperator>(&instruction);
      if (!division || !division->isIntDivRem() ||
          !loop.makeLoopInvariant(division->getOperand(0), changed) ||
          !loop.makeLoopInvariant(division->getOperand(1), changed)) {
        continue;
      }
      llvm::IRBuilder<> builder(before->getTerminator());
      make_safe(builder, *division);
      division->dropPoisonGeneratingFlags(); // promised where the loop comes to it
      division->moveBefore(before->getTerminator()->getIterator());
      division->dropUBImplyingAttrsAndMetadata();
      changed = true;
    }
  }
  return changed;
}

} // namespace

llvm::PreservedAnalyses HoistDivisions::run(llvm::Function& function,
                                            llvm::FunctionAnalysisManager& analyses) {
  auto& loops = analyses.getResult<llvm::LoopAnalysis>(function);
  bool changed = false;
  for (llvm::Loop* loop : loops.getLoopsInPreorder()) {
    if (loop->isInnermost() && hoist(*loop, loops)) {
      if (auto* evolution = analyses.getCachedResult<llvm::ScalarEvolutionAnalysis>(function)) {
        evolution->forgetLoop(loop);
        evolution->forgetBlockAndLoopDispositions();
      }
      changed = true;
    }
  }
  if (!changed) {
    return llvm::PreservedAnalyses::all();
  }
  llvm::PreservedAnalyses preserved;
  preserved.preserveSet<llvm::CFGAnalyses>();
  return preserved;
}

bool hoist_divisions(llvm::Module& module) { return run_on_functions<HoistDivisions>(module); }

} // namespace compiler
