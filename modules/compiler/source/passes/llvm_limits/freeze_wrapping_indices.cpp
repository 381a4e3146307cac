// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/llvm_limits/freeze_wrapping_indices.h"

#include "passes/llvm_limits/run_on_functions.h"

#include <llvm/Analysis/LoopInfo.h>
#include <llvm/Analysis/ScalarEvolution.h>
#include <llvm/Analysis/ScalarEvolutionExpressions.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>
#include <vector>

namespace compiler {
namespace {

using llvm::SCEV;

/// The extensions in expressions that hold only as long as an induction of a loop does not wrap.
class Extensions {
public:
  Extensions(llvm::ScalarEvolution& of, const llvm::Loop& in) : evolution(of), loop(in) {}

  void add(llvm::Value* value) {
    if (evolution.isSCEVable(value->getType())) {
      may_wrap(evolution.getSCEV(value));
    }
  }

  /// The values that are narrower than another one.
  [[nodiscard]] llvm::SmallPtrSet<const SCEV*, 8> narrow() const {
    llvm::SmallPtrSet<const SCEV*, 8> result;
    for (const auto& [extension, width] : widths) {
      if (width < widest) {
        result.insert(extension);
      }
    }
    return result;
  }

private:
  /// Whether the expression is an induction of the loop under such conditions. Collects them.
  bool may_wrap(const SCEV* expression) {
    if (const auto found = known.find(expression); found != known.end()) {
      return found->second;
    }
    bool result = false;
    for (const SCEV* operand : expression->operands()) {
      result |= may_wrap(operand);
    }
    if (const auto* induction = llvm::dyn_cast<llvm::SCEVAddRecExpr>(expression)) {
      result |= induction->getLoop() == &loop;
    } else if (llvm::isa<llvm::SCEVZeroExtendExpr, llvm::SCEVSignExtendExpr>(expression) &&
               result) {
      const unsigned width =
          unsigned(evolution.getTypeSizeInBits(expression->operands()[0]->getType()));
      widths.emplace_back(expression, width);
      widest = std::max(widest, width);
    }
    known[expression] = result;
    return result;
  }

  llvm::ScalarEvolution& evolution;
  const llvm::Loop& loop;
  llvm::DenseMap<const SCEV*, bool> known;
  std::vector<std::pair<const SCEV*, unsigned>> widths;
  unsigned widest = 0;
};

bool has_one_of(llvm::ScalarEvolution& evolution, llvm::Value* value,
                const llvm::SmallPtrSetImpl<const SCEV*>& wanted) {
  return evolution.isSCEVable(value->getType()) &&
         llvm::SCEVExprContains(evolution.getSCEV(value),
                                [&](const SCEV* part) { return wanted.contains(part); });
}

bool freeze(llvm::Loop& loop, llvm::ScalarEvolution& evolution) {
  Extensions extensions(evolution, loop);
  for (llvm::BasicBlock* block : loop.blocks()) {
    for (llvm::Instruction& instruction : *block) {
      if (llvm::Value* pointer = llvm::getLoadStorePointerOperand(&instruction)) {
        extensions.add(pointer);
      } else if (auto* compare = llvm::dyn_cast<llvm::ICmpInst>(&instruction)) {
        extensions.add(compare->getOperand(0));
        extensions.add(compare->getOperand(1));
      }
    }
  }
  const auto wanted = extensions.narrow();
  if (wanted.empty()) {
    return false;
  }
  // Where such an extension comes into being: it is in the result and in no operand.
  std::vector<llvm::Instruction*> sources;
  for (llvm::BasicBlock* block : loop.blocks()) {
    for (llvm::Instruction& instruction : *block) {
      if (!llvm::isa<llvm::PHINode>(instruction) && has_one_of(evolution, &instruction, wanted) &&
          llvm::none_of(instruction.operands(), [&](llvm::Value* operand) {
            return has_one_of(evolution, operand, wanted);
          })) {
        sources.push_back(&instruction);
      }
    }
  }
  for (llvm::Instruction* source : sources) {
    auto* frozen = new llvm::FreezeInst(source, source->getName() + ".frozen",
                                        std::next(source->getIterator()));
    frozen->setDebugLoc(source->getDebugLoc());
    source->replaceUsesWithIf(frozen,
                              [&](const llvm::Use& use) { return use.getUser() != frozen; });
  }
  return !sources.empty();
}

} // namespace

llvm::PreservedAnalyses FreezeWrappingIndices::run(llvm::Function& function,
                                                   llvm::FunctionAnalysisManager& analyses) {
  llvm::LoopInfo& loops = analyses.getResult<llvm::LoopAnalysis>(function);
  if (loops.empty()) {
    return llvm::PreservedAnalyses::all();
  }
  auto& evolution = analyses.getResult<llvm::ScalarEvolutionAnalysis>(function);
  bool changed = false;
  for (llvm::Loop* loop : loops.getLoopsInPreorder()) {
    if (loop->isInnermost() && freeze(*loop, evolution)) {
      evolution.forgetLoop(loop);
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

bool freeze_wrapping_indices(llvm::Module& module) {
  return run_on_functions<FreezeWrappingIndices>(module);
}

} // namespace compiler
