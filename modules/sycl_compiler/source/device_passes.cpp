// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "sycl_compiler/device_passes.h"

#include <llvm/Analysis/LoopInfo.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstrTypes.h>

namespace sycl_compiler {
namespace {

/// Whether `value` is the same in all rounds of `loop`, or would be outside of it.
bool is_invariant(const llvm::Loop& loop, const llvm::Value& value, unsigned depth = 4) {
  if (loop.isLoopInvariant(&value)) {
    return true;
  }
  const auto* instruction = llvm::dyn_cast<llvm::Instruction>(&value);
  return instruction && depth != 0 &&
         llvm::isa<llvm::BinaryOperator, llvm::CastInst>(instruction) &&
         llvm::all_of(instruction->operands(), [&](const llvm::Use& operand) {
           return is_invariant(loop, *operand, depth - 1);
         });
}

/// `value` as a sum that does not overflow; else null.
const llvm::BinaryOperator* exact_sum(const llvm::Value& value) {
  const auto* sum = llvm::dyn_cast<llvm::BinaryOperator>(&value);
  return sum && sum->getOpcode() == llvm::Instruction::Add && sum->hasNoSignedWrap() ? sum
                                                                                     : nullptr;
}

/// The operand that varies in `loop`, if `value` is a sum of one that does and one that does not,
/// and does not overflow; else null.
const llvm::Value* varying_part(const llvm::Loop& loop, const llvm::Value& value) {
  const llvm::BinaryOperator* sum = exact_sum(value);
  if (!sum) {
    return nullptr;
  }
  const bool first = is_invariant(loop, *sum->getOperand(0));
  const bool second = is_invariant(loop, *sum->getOperand(1));
  return first == second ? nullptr : sum->getOperand(first ? 1 : 0);
}

/// Whether it is (a + i) + b, where only i varies: LLVM would make (a + b) + i of it, whose parts
/// may overflow.
bool would_be_reordered(const llvm::Loop& loop, const llvm::Instruction& instruction) {
  const llvm::Value* inner = varying_part(loop, instruction);
  return inner && inner->hasOneUse() && varying_part(loop, *inner);
}

/// The sum with each of its parts extended.
llvm::Value* widen(llvm::IRBuilderBase& builder, llvm::Value& value, llvm::Type* type) {
  const llvm::BinaryOperator* sum = exact_sum(value);
  if (!sum) {
    return builder.CreateSExt(&value, type);
  }
  llvm::Value* left = widen(builder, *sum->getOperand(0), type);
  llvm::Value* right = widen(builder, *sum->getOperand(1), type);
  return builder.CreateNSWAdd(left, right);
}

bool is_index_of_reordered_sum(const llvm::Instruction& instruction, const llvm::LoopInfo& loops) {
  if (!llvm::isa<llvm::SExtInst>(instruction) || !instruction.getType()->isIntegerTy(64)) {
    return false;
  }
  const auto* sum = llvm::dyn_cast<llvm::Instruction>(instruction.getOperand(0));
  for (const llvm::Loop* loop = sum ? loops.getLoopFor(sum->getParent()) : nullptr; loop;
       loop = loop->getParentLoop()) {
    if (would_be_reordered(*loop, *sum)) {
      return true;
    }
  }
  return false;
}

struct WidenReorderedSums : llvm::PassInfoMixin<WidenReorderedSums> {
  static llvm::PreservedAnalyses run(llvm::Function& function,
                                     llvm::FunctionAnalysisManager& analyses) {
    const auto& loops = analyses.getResult<llvm::LoopAnalysis>(function);
    llvm::SmallVector<llvm::Instruction*> found;
    for (const llvm::Loop* loop : loops) {
      for (llvm::BasicBlock* block : loop->blocks()) {
        for (llvm::Instruction& instruction : *block) {
          if (is_index_of_reordered_sum(instruction, loops)) {
            found.push_back(&instruction);
          }
        }
      }
    }
    for (llvm::Instruction* extended : found) {
      llvm::IRBuilder<> builder(extended);
      extended->replaceAllUsesWith(widen(builder, *extended->getOperand(0), extended->getType()));
      extended->eraseFromParent();
    }
    if (found.empty()) {
      return llvm::PreservedAnalyses::all();
    }
    llvm::PreservedAnalyses kept;
    kept.preserveSet<llvm::CFGAnalyses>();
    return kept;
  }
};

} // namespace

void leave_to_devices(llvm::PassBuilder& builder) {
  if (llvm::PassInstrumentationCallbacks* callbacks = builder.getPassInstrumentationCallbacks()) {
    callbacks->registerShouldRunOptionalPassCallback(
        [](llvm::StringRef pass, const llvm::Any& /*ir*/) {
          return pass != "ReassociatePass" && pass != "JumpThreadingPass";
        });
  }
  builder.registerPeepholeEPCallback(
      [](llvm::FunctionPassManager& passes, llvm::OptimizationLevel /*level*/) {
        passes.addPass(WidenReorderedSums());
      });
}

} // namespace sycl_compiler
