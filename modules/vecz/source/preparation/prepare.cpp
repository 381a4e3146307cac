// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "preparation/prepare.h"

#include "packetizing/aos_values.h"
#include "preparation/join_barrier_loops.h"
#include "preparation/narrow_ids.h"
#include "preparation/unroll_private.h"
#include "vecz/neutral_target.h"
#include "vecz/promises.h"
#include "vecz/vectorize.h"
#include "vecz/waiting_loops.h"

#include <llvm/ADT/MapVector.h>
#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/Analysis/LoopAnalysisManager.h>
#include <llvm/IR/ConstantRange.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/Passes/PassBuilder.h>
#include <llvm/Transforms/InstCombine/InstCombine.h>
#include <llvm/Transforms/Scalar/EarlyCSE.h>
#include <llvm/Transforms/Scalar/LoopPassManager.h>
#include <llvm/Transforms/Scalar/LoopRotation.h>
#include <llvm/Transforms/Scalar/SROA.h>
#include <llvm/Transforms/Scalar/SimplifyCFG.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>
#include <llvm/Transforms/Utils/Cloning.h>
#include <llvm/Transforms/Utils/FixIrreducible.h>
#include <llvm/Transforms/Utils/LCSSA.h>
#include <llvm/Transforms/Utils/LoopSimplify.h>
#include <llvm/Transforms/Utils/LowerSwitch.h>
#include <llvm/Transforms/Utils/UnifyFunctionExitNodes.h>
#include <llvm/Transforms/Vectorize/LoadStoreVectorizer.h>

namespace vecz {
namespace {

/// Instructions beyond which a kernel would take too long to compile as vectors.
constexpr size_t largest_kernel = 20000;

/// Instructions beyond which a function that is called several times is not copied to each place.
constexpr size_t largest_copied = 2000;

/// Whether calls of `callee`, so many of them, stay calls, of a vector function
/// (vector_functions.h).
bool stays(const llvm::Function& callee, unsigned calls, size_t room) {
  if (callee.hasFnAttribute(llvm::Attribute::NoInline)) {
    return true;
  }
  const size_t size = callee.getInstructionCount();
  return (size > largest_copied && calls > 1) || size > room;
}

void inline_calls(llvm::Function& function) {
  llvm::SmallVector<llvm::CallBase*> calls;
  const auto collect = [&] {
    calls.clear();
    llvm::SmallMapVector<const llvm::Function*, unsigned, 8> count;
    for (llvm::Instruction& instruction : llvm::instructions(function)) {
      auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction);
      const llvm::Function* callee = call ? call->getCalledFunction() : nullptr;
      if (callee && !callee->isDeclaration() && !call->hasFnAttr(done_by_lane)) {
        calls.push_back(call);
        ++count[callee];
      }
    }
    const size_t size = function.getInstructionCount();
    size_t room = largest_kernel - std::min(size, largest_kernel);
    llvm::SmallPtrSet<const llvm::Function*, 8> staying;
    for (const auto& [callee, number] : count) {
      if (stays(*callee, number, room / number)) {
        staying.insert(callee);
      } else {
        room -= callee->getInstructionCount() * number;
      }
    }
    llvm::erase_if(calls, [&](const llvm::CallBase* call) {
      return staying.contains(call->getCalledFunction());
    });
    return !calls.empty();
  };
  while (collect()) {
    for (llvm::CallBase* call : calls) {
      llvm::InlineFunctionInfo info;
      if (!llvm::InlineFunction(*call, info).isSuccess()) {
        return; // what is left stays a call and is done lane by lane
      }
    }
  }
}

bool is_marker(const llvm::Instruction& instruction) {
  return instruction.isLifetimeStartOrEnd() || llvm::isa<llvm::AssumeInst>(instruction);
}

void remove_markers(llvm::Function& function) {
  for (llvm::Instruction& instruction : llvm::make_early_inc_range(llvm::instructions(function))) {
    instruction.dropDbgRecords();
    if (is_marker(instruction)) {
      instruction.eraseFromParent();
    }
  }
}

/// An id of a dimension that is computed becomes a choice of the three.
void split_dimensions(llvm::Function& function, const CallInfo& calls) {
  llvm::SmallVector<llvm::CallBase*> ids;
  for (llvm::Instruction& instruction : llvm::instructions(function)) {
    auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction);
    if (call && calls.kind(*call) == CallKind::lane_id) {
      ids.push_back(call);
    }
  }
  for (llvm::CallBase* id : ids) {
    llvm::Value* dimension = id->getArgOperand(0);
    const auto ask = [&](unsigned number) {
      auto* copy = llvm::cast<llvm::CallBase>(id->clone());
      copy->setArgOperand(0, llvm::ConstantInt::get(dimension->getType(), number));
      copy->insertBefore(id->getIterator());
      return copy;
    };
    llvm::Value* result = ask(0);
    if (!llvm::isa<llvm::Constant>(dimension)) {
      llvm::IRBuilder<> builder(id);
      for (const unsigned number : {1U, 2U}) {
        llvm::Value* other = ask(number);
        llvm::Value* chosen =
            builder.CreateICmpEQ(dimension, llvm::ConstantInt::get(dimension->getType(), number));
        result = builder.CreateSelect(chosen, other, result);
      }
    }
    id->replaceAllUsesWith(result);
    id->eraseFromParent();
  }
}

/// Ids that are known to be small carry their range.
void bound_ids(llvm::Function& function, const CallInfo& calls, IdRange range) {
  for (llvm::Instruction& instruction : llvm::instructions(function)) {
    auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction);
    if (call && call->getType()->isIntegerTy(64) && !call->getRange() &&
        (calls.is_local_id(*call) || (range == IdRange::small && calls.is_global_id(*call)))) {
      call->addRangeRetAttr(llvm::ConstantRange(llvm::APInt(64, 0), llvm::APInt(64, largest_id)));
    }
  }
}

/// LLVM's own passes. Nothing here may duplicate a barrier.
void simplify(llvm::Function& function, Remarks& remarks) {
  llvm::LoopAnalysisManager loops;
  llvm::FunctionAnalysisManager functions;
  llvm::CGSCCAnalysisManager call_graph;
  llvm::ModuleAnalysisManager modules;
  llvm::PassBuilder builder;
  functions.registerPass(neutral_target);
  builder.registerModuleAnalyses(modules);
  builder.registerCGSCCAnalyses(call_graph);
  builder.registerFunctionAnalyses(functions);
  builder.registerLoopAnalyses(loops);
  builder.crossRegisterProxies(loops, functions, call_graph, modules);
  const auto values_for_memory = [](llvm::FunctionPassManager& pipeline) {
    pipeline.addPass(llvm::SROAPass(llvm::SROAOptions::ModifyCFG));
    pipeline.addPass(llvm::EarlyCSEPass(true));
    pipeline.addPass(llvm::SimplifyCFGPass());
    pipeline.addPass(llvm::InstCombinePass());
  };
  llvm::FunctionPassManager first, passes;
  values_for_memory(first);
  // A loop that ends at its latch needs no masks for a body behind its test.
  first.addPass(llvm::createFunctionToLoopPassAdaptor(llvm::LoopRotatePass()));
  first.run(function, functions);
  if (unroll_private(function, functions, remarks)) {
    values_for_memory(passes);
  }
  passes.addPass(llvm::SimplifyCFGPass());
  passes.addPass(llvm::InstCombinePass());
  // The fields of a structure in one access each way.
  passes.addPass(llvm::LoadStoreVectorizerPass());
  passes.addPass(llvm::LowerSwitchPass());
  passes.addPass(llvm::UnifyFunctionExitNodesPass());
  passes.addPass(llvm::FixIrreduciblePass());
  passes.addPass(llvm::LoopSimplifyPass());
  passes.addPass(llvm::LCSSAPass());
  passes.run(function, functions);
}

/// Both ways of a branch to one block count as one.
void merge_equal_ways(llvm::Function& function) {
  for (llvm::BasicBlock& block : function) {
    auto* branch = llvm::dyn_cast<llvm::BranchInst>(block.getTerminator());
    if (branch && branch->isConditional() && branch->getSuccessor(0) == branch->getSuccessor(1)) {
      branch->getSuccessor(0)->removePredecessor(&block, true);
      llvm::IRBuilder<>(branch).CreateBr(branch->getSuccessor(0));
      branch->eraseFromParent();
    }
  }
}

/// Variables stand before all that may be made of their addresses.
void move_variables_to_front(llvm::Function& function) {
  llvm::BasicBlock& entry = function.getEntryBlock();
  const auto first = entry.getFirstNonPHIOrDbgOrAlloca();
  for (llvm::Instruction& instruction :
       llvm::make_early_inc_range(llvm::make_range(first, entry.end()))) {
    const auto* variable = llvm::dyn_cast<llvm::AllocaInst>(&instruction);
    if (variable && variable->isStaticAlloca()) {
      instruction.moveBefore(first);
    }
  }
}

/// What lies behind `unreachable` does not matter, but control must end in one place.
void return_instead_of_unreachable(llvm::Function& function) {
  for (llvm::BasicBlock& block : function) {
    if (llvm::isa<llvm::UnreachableInst>(block.getTerminator())) {
      llvm::Type* type = function.getReturnType();
      llvm::ReturnInst::Create(function.getContext(),
                               type->isVoidTy() ? nullptr : llvm::PoisonValue::get(type),
                               block.getTerminator()->getIterator());
      block.getTerminator()->eraseFromParent();
    }
  }
}

} // namespace

std::string prepare(llvm::Function& function, const CallInfo& calls, IdRange ids, Demand demand,
                    Remarks& remarks) {
  if (demand == Demand::worthwhile && waits_for_others(function)) {
    return "work-items wait for each other in a loop";
  }
  inline_calls(function);
  if (demand == Demand::worthwhile && function.getInstructionCount() > largest_kernel) {
    return "it has more than " + std::to_string(largest_kernel) + " instructions";
  }
  remove_markers(function);
  drop_alias_scopes(function);
  split_dimensions(function, calls);
  bound_ids(function, calls, ids);
  if (ids == IdRange::any) {
    narrow_ids(function, calls); // before anything takes the halves apart
  }
  return_instead_of_unreachable(function);
  merge_equal_ways(function);
  simplify(function, remarks);
  join_barrier_loops(function, calls);
  raise_splats(function); // the last step, as simplifying undoes it
  merge_equal_ways(function);
  llvm::EliminateUnreachableBlocks(function);
  move_variables_to_front(function);
  return "";
}

} // namespace vecz
