// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/build_time/limit_unroll_hints.h"

#include "passes/llvm_limits/run_on_functions.h"
#include "passes/vectorization/notes.h"

#include <llvm/ADT/DenseMap.h>
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/Analysis/ScalarEvolution.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/Module.h>
#include <llvm/Transforms/Utils/LoopUtils.h>
#include <optional>

namespace compiler {
namespace {

/// Instructions that unrolling may add to a function.
constexpr uint64_t max_added = 8000;
constexpr llvm::StringLiteral prefix = "llvm.loop.unroll.", count_hint = "llvm.loop.unroll.count",
                              enable_hint = "llvm.loop.unroll.enable",
                              full_hint = "llvm.loop.unroll.full",
                              disable_hint = "llvm.loop.unroll.disable";

bool has_hint(const llvm::Loop& loop) {
  return llvm::any_of(
      llvm::ArrayRef<llvm::StringRef>{count_hint, enable_hint, full_hint},
      [&](llvm::StringRef name) { return llvm::findOptionMDForLoop(&loop, name) != nullptr; });
}

/// Lowers the hints of one function's loops.
class Hints {
public:
  Hints(llvm::LoopInfo& of_function, llvm::ScalarEvolution& trip_counts)
      : loops(of_function), evolution(trip_counts) {}

  /// Whether a hint was lowered.
  bool lower() {
    bool lowered = false;
    auto inner_first = loops.getLoopsInPreorder();
    for (llvm::Loop* loop : llvm::reverse(inner_first)) {
      const uint64_t size = size_of(*loop);
      const uint64_t copies = copies_of(*loop).value_or(1);
      uint64_t allowed = copies;
      if (copies > 1 && size * (copies - 1) > left) {
        allowed = 1 + left / size;
        set_count(*loop, allowed);
        lowered = true;
      }
      left -= size * (allowed - 1);
      sizes[loop] = size * allowed;
    }
    return lowered;
  }

private:
  /// Instructions, with inner loops as unrolling leaves them, and with those of functions that are
  /// called, as they may be inlined before.
  uint64_t size_of(const llvm::Loop& loop) {
    uint64_t size = 1;
    for (const llvm::BasicBlock* block : loop.blocks()) {
      if (loops.getLoopFor(block) == &loop) {
        for (const llvm::Instruction& instruction : *block) {
          const auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction);
          size += 1 + (call ? size_of(call->getCalledFunction()) : 0);
        }
      }
    }
    for (const llvm::Loop* inner : loop) {
      size += sizes.lookup(inner);
    }
    return size;
  }

  uint64_t size_of(const llvm::Function* callee) {
    const auto [known, added] = callees.try_emplace(callee, 0);
    if (added && callee) {
      known->second = callee->getInstructionCount();
    }
    return known->second;
  }

  /// The number of copies of the body that a hint makes; nothing without one.
  std::optional<uint64_t> copies_of(const llvm::Loop& loop) {
    if (const auto count = llvm::getOptionalIntLoopAttribute(&loop, count_hint)) {
      return std::max(*count, 1);
    }
    if (!has_hint(loop)) {
      return std::nullopt;
    }
    const unsigned rounds = evolution.getSmallConstantTripCount(&loop);
    return rounds ? std::optional<uint64_t>(rounds) : std::nullopt; // LLVM leaves it or makes few
  }

  static void set_count(llvm::Loop& loop, uint64_t count) {
    llvm::LLVMContext& context = loop.getHeader()->getContext();
    llvm::SmallVector<llvm::Metadata*, 2> hint = {
        llvm::MDString::get(context, count > 1 ? count_hint : disable_hint)};
    if (count > 1) {
      hint.push_back(llvm::ConstantAsMetadata::get(
          llvm::ConstantInt::get(llvm::Type::getInt32Ty(context), count)));
    }
    loop.setLoopID(llvm::makePostTransformationMetadata(context, loop.getLoopID(), {prefix},
                                                        {llvm::MDNode::get(context, hint)}));
  }

  llvm::LoopInfo& loops;
  llvm::ScalarEvolution& evolution;
  llvm::DenseMap<const llvm::Loop*, uint64_t> sizes; ///< with what unrolling adds
  llvm::DenseMap<const llvm::Function*, uint64_t> callees;
  uint64_t left = max_added;
};

/// The analyses are only made where a hint may need them.
bool may_have_hints(const llvm::Function& function) {
  return llvm::any_of(function, [](const llvm::BasicBlock& block) {
    const llvm::Instruction* end = block.getTerminator();
    const llvm::MDNode* hints = end ? end->getMetadata(llvm::LLVMContext::MD_loop) : nullptr;
    return hints && llvm::any_of(hints->operands(), [](const llvm::MDOperand& operand) {
             const auto* hint = llvm::dyn_cast<llvm::MDNode>(operand.get());
             const auto* name = hint && hint->getNumOperands() != 0
                                    ? llvm::dyn_cast<llvm::MDString>(hint->getOperand(0))
                                    : nullptr;
             return name && name->getString().starts_with(prefix) &&
                    name->getString() != disable_hint;
           });
  });
}

} // namespace

llvm::PreservedAnalyses LimitUnrollHints::run(llvm::Function& function,
                                              llvm::FunctionAnalysisManager& analyses) {
  if (may_have_hints(function) && Hints(analyses.getResult<llvm::LoopAnalysis>(function),
                                        analyses.getResult<llvm::ScalarEvolutionAnalysis>(function))
                                      .lower()) {
    note_limit(function,
               "loops are unrolled less than their hints ask for, which would add more than " +
                   llvm::Twine(max_added) + " instructions",
               "hints for inner loops only");
  }
  return llvm::PreservedAnalyses::all(); // metadata only
}

bool limit_unroll_hints(llvm::Module& module) {
  run_on_functions<LimitUnrollHints>(module);
  return true;
}

} // namespace compiler
