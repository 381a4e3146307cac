// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/work_item_loops/progress_points.h"

#include "compiler/mux_builtins.h"
#include "passes/work_item_loops/inline_group_functions.h"
#include "vecz/waiting_loops.h"

#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/SetVector.h>
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>
#include <llvm/Transforms/Utils/Cloning.h>

namespace compiler {
namespace {

using Blocks = llvm::SmallVector<llvm::BasicBlock*>;

/// Finds the functions that observe other work-items' writes, themselves or by a call. There is no
/// recursion.
class ObservingFunctions {
public:
  [[nodiscard]] bool observes_others(const llvm::Function& function) {
    const auto [known, added] = answers.try_emplace(&function, false);
    if (!added) {
      return known->second;
    }
    const bool answer =
        vecz::observes_others(function) ||
        llvm::any_of(llvm::instructions(function), [&](const llvm::Instruction& instruction) {
          const auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction);
          return call && is_observing(*call);
        });
    return answers[&function] = answer;
  }

  /// Whether it is a call of such a function.
  [[nodiscard]] bool is_observing(const llvm::CallBase& call) {
    const llvm::Function* callee = call.getCalledFunction();
    return callee && !callee->isDeclaration() && observes_others(*callee);
  }

private:
  llvm::DenseMap<const llvm::Function*, bool> answers;
};

llvm::SmallVector<llvm::CallBase*> observing_calls_in_loops(llvm::Function& function,
                                                            ObservingFunctions& seeing,
                                                            bool with_kept_calls) {
  llvm::SmallVector<llvm::CallBase*> found;
  const auto is_wanted = [&](const llvm::Instruction& instruction) {
    const auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction);
    return call && seeing.is_observing(*call) && (with_kept_calls || !call->isNoInline());
  };
  if (llvm::none_of(llvm::instructions(function), is_wanted)) {
    return found;
  }
  const llvm::DominatorTree dominators(function);
  const llvm::LoopInfo loops(dominators);
  for (llvm::Instruction& instruction : llvm::instructions(function)) {
    if (is_wanted(instruction) && loops.getLoopFor(instruction.getParent())) {
      found.push_back(llvm::cast<llvm::CallBase>(&instruction));
    }
  }
  return found;
}

/// Instructions beyond which no more is inlined to find out whether a loop waits.
constexpr uint64_t max_instructions = 20000;

/// Inlines until no such call is left, or the function is too large. Inlined code may have further
/// ones.
void inline_observing_calls(llvm::Function& function, ObservingFunctions& seeing,
                            bool with_kept_calls) {
  uint64_t size = function.getInstructionCount();
  for (;;) {
    bool changed = false;
    for (llvm::CallBase* call : observing_calls_in_loops(function, seeing, with_kept_calls)) {
      size += call->getCalledFunction()->getInstructionCount();
      if (size > max_instructions) {
        return;
      }
      llvm::InlineFunctionInfo info;
      // Without markers, whose declarations would outlive the copy.
      changed |= llvm::InlineFunction(*call, info, /*MergeAttributes=*/true, nullptr,
                                      /*InsertLifetime=*/false)
                     .isSuccess();
    }
    if (!changed) {
      return;
    }
  }
}

/// The headers of the function's own loops that wait for a result of a call, found in a copy with
/// the calls inlined.
Blocks loops_that_are_told_to_wait(llvm::Function& function, ObservingFunctions& seeing) {
  Blocks headers;
  if (observing_calls_in_loops(function, seeing, /*with_kept_calls=*/true).empty()) {
    return headers;
  }
  llvm::ValueToValueMapTy values;
  llvm::Function* copy = llvm::CloneFunction(&function, values);
  inline_observing_calls(*copy, seeing, /*with_kept_calls=*/true);
  const auto waiting = vecz::waiting_loops(*copy);
  for (llvm::BasicBlock& block : function) {
    if (llvm::is_contained(waiting, llvm::cast<llvm::BasicBlock>(values[&block]))) {
      headers.push_back(&block);
    }
  }
  copy->eraseFromParent();
  return headers;
}

Blocks find_waiting_loops(llvm::Function& function, ObservingFunctions& seeing) {
  Blocks headers = loops_that_are_told_to_wait(function, seeing);
  if (!headers.empty()) {
    inline_observing_calls(function, seeing, /*with_kept_calls=*/false);
  }
  for (llvm::BasicBlock* header : vecz::waiting_loops(function)) {
    if (!llvm::is_contained(headers, header)) {
      headers.push_back(header);
    }
  }
  return headers;
}

/// Whether each round of a loop comes to where others may run.
bool always_yields(llvm::Function& function, const llvm::BasicBlock& header,
                   llvm::ArrayRef<llvm::BasicBlock*> latches,
                   const llvm::DominatorTree& dominators) {
  bool found = false;
  for_each_mux_call(function, [&](llvm::CallInst& call, MuxBuiltin builtin) {
    const llvm::BasicBlock* block = call.getParent();
    found |= (builtin == MuxBuiltin::work_group_barrier || builtin == MuxBuiltin::progress_point) &&
             dominators.dominates(&header, block) && llvm::all_of(latches, [&](const auto* latch) {
               return dominators.dominates(block, latch);
             });
  });
  return found;
}

bool insert_progress_point(llvm::BasicBlock& header) {
  llvm::Function& function = *header.getParent();
  const llvm::DominatorTree dominators(function);
  llvm::SmallSetVector<llvm::BasicBlock*, 4> latches;
  for (llvm::BasicBlock* before : llvm::predecessors(&header)) {
    if (dominators.dominates(&header, before)) {
      latches.insert(before);
    }
  }
  if (always_yields(function, header, latches.getArrayRef(), dominators)) {
    return false;
  }
  llvm::BasicBlock* again = llvm::SplitBlockPredecessors(&header, latches.getArrayRef(), ".again");
  again->moveAfter(latches.back());
  llvm::IRBuilder<> builder(&header, header.begin());
  llvm::Type* type = builder.getInt32Ty();
  llvm::PHINode* rounds = builder.CreatePHI(type, 2, "rounds");
  builder.SetInsertPoint(again->getTerminator());
  llvm::Value* next = builder.CreateAdd(rounds, builder.getInt32(1), "rounds.next");
  llvm::Value* in_vain = builder.CreateAnd(next, rounds_between_progress_points - 1);
  llvm::Instruction* inside = llvm::SplitBlockAndInsertIfThen(
      builder.CreateIsNull(in_vain), again->getTerminator(), /*Unreachable=*/false);
  inside->getParent()->setName("progress");
  llvm::Function* point = declare(*function.getParent(), MuxBuiltin::progress_point);
  builder.SetInsertPoint(inside);
  builder.CreateCall(point, {builder.getInt32(0)})->setCallingConv(point->getCallingConv());
  llvm::BasicBlock* back = inside->getSuccessor(0);
  for (llvm::BasicBlock* before : llvm::predecessors(&header)) {
    rounds->addIncoming(before == back ? next : builder.getInt32(0), before);
  }
  return true;
}

void mark_kernels_with_points(llvm::Module& module) {
  for (llvm::Function& function : module) {
    if (function.getCallingConv() == llvm::CallingConv::SPIR_KERNEL) {
      for_each_mux_call(function, [&](llvm::CallInst&, MuxBuiltin builtin) {
        if (builtin == MuxBuiltin::progress_point) {
          function.addFnAttr(waiting_loops_mark);
        }
      });
    }
  }
}

} // namespace

bool progress_points(llvm::Module& module) {
  ObservingFunctions seeing;
  bool changed = false, has_others = false;
  for (llvm::Function& function : module) {
    if (function.isDeclaration() || !seeing.observes_others(function)) {
      continue;
    }
    const Blocks headers = find_waiting_loops(function, seeing);
    bool waits = false;
    for (llvm::BasicBlock* header : headers) {
      waits |= insert_progress_point(*header);
    }
    const bool is_kernel = function.getCallingConv() == llvm::CallingConv::SPIR_KERNEL;
    if (is_kernel && !headers.empty()) {
      function.addFnAttr(waiting_loops_mark);
    }
    changed |= !headers.empty();
    has_others |= waits && !is_kernel;
  }
  if (has_others) {
    (void)inline_group_functions(module);
    mark_kernels_with_points(module);
  }
  return changed;
}

} // namespace compiler
