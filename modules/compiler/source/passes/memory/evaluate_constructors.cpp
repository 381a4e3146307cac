// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/memory/evaluate_constructors.h"

#include "vecz/analysis_managers.h"
#include "vecz/pre_vectorization_target.h"
#include "vecz/work_item_memory.h"

#include <llvm/ADT/SetVector.h>
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/Demangle/Demangle.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/LLVMContext.h>
#include <llvm/Transforms/InstCombine/InstCombine.h>
#include <llvm/Transforms/Scalar/EarlyCSE.h>
#include <llvm/Transforms/Scalar/InferAddressSpaces.h>
#include <llvm/Transforms/Scalar/LoopPassManager.h>
#include <llvm/Transforms/Scalar/LoopRotation.h>
#include <llvm/Transforms/Scalar/LoopUnrollPass.h>
#include <llvm/Transforms/Scalar/SROA.h>
#include <llvm/Transforms/Scalar/SimplifyCFG.h>
#include <llvm/Transforms/Utils/Cloning.h>
#include <llvm/Transforms/Utils/CtorUtils.h>
#include <llvm/Transforms/Utils/Evaluator.h>
#include <llvm/Transforms/Utils/LoopUtils.h>

namespace compiler {
namespace {

constexpr unsigned max_inlined = 1000; ///< calls; recursion comes to an end, too

llvm::CallBase* call_to_inline(llvm::Function& function) {
  for (llvm::Instruction& instruction : llvm::instructions(function)) {
    auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction);
    if (call && call->getCalledFunction() && !call->getCalledFunction()->isDeclaration()) {
      return call;
    }
  }
  return nullptr;
}

void inline_calls(llvm::Function& function) {
  for (unsigned i = 0; i < max_inlined; ++i) {
    llvm::CallBase* call = call_to_inline(function);
    llvm::InlineFunctionInfo info;
    if (!call || !llvm::InlineFunction(*call, info).isSuccess()) {
      return;
    }
  }
}

/// The evaluator runs through no block twice.
struct MarkLoops : llvm::PassInfoMixin<MarkLoops> {
  static llvm::PreservedAnalyses run(llvm::Function& function,
                                     llvm::FunctionAnalysisManager& analyses) {
    for (llvm::Loop* loop : analyses.getResult<llvm::LoopAnalysis>(function).getLoopsInPreorder()) {
      llvm::addStringMetadataToLoop(loop, "llvm.loop.unroll.full");
    }
    return llvm::PreservedAnalyses::all();
  }
};

/// Variables in registers, generic pointers to variables as pointers to their space, no loops: the
/// evaluator stores neither casts between spaces nor what it loads through them.
void simplify(llvm::Function& function, vecz::AnalysisManagers& analyses) {
  inline_calls(function);
  llvm::FunctionPassManager passes;
  passes.addPass(llvm::SROAPass(llvm::SROAOptions::ModifyCFG));
  passes.addPass(llvm::EarlyCSEPass(true));
  passes.addPass(llvm::InferAddressSpacesPass(vecz::generic_space));
  passes.addPass(llvm::SROAPass(llvm::SROAOptions::ModifyCFG));
  passes.addPass(llvm::SimplifyCFGPass());
  passes.addPass(llvm::InstCombinePass());
  passes.addPass(llvm::createFunctionToLoopPassAdaptor(llvm::LoopRotatePass()));
  passes.addPass(MarkLoops());
  passes.addPass(llvm::LoopUnrollPass());
  passes.addPass(llvm::InferAddressSpacesPass(vecz::generic_space));
  passes.addPass(llvm::InstCombinePass());
  passes.run(function, analyses.functions);
}

/// The name, for a message, of the variable that a function initialises: the first that it refers
/// to.
std::string variable_of(llvm::Function& function) {
  for (const llvm::Instruction& instruction : llvm::instructions(function)) {
    for (const llvm::Value* operand : instruction.operands()) {
      const auto* variable = llvm::dyn_cast<llvm::GlobalVariable>(operand->stripPointerCasts());
      if (variable && !variable->isConstant()) {
        return "'" + llvm::demangle(variable->getName()) + "'";
      }
    }
  }
  return "a variable";
}

bool evaluate(llvm::Function& function, vecz::AnalysisManagers& analyses) {
  const std::string variable = variable_of(function);
  simplify(function, analyses);
  llvm::Evaluator evaluator(function.getDataLayout(),
                            &analyses.functions.getResult<llvm::TargetLibraryAnalysis>(function));
  llvm::Constant* nothing = nullptr;
  if (!evaluator.EvaluateFunction(&function, nothing, llvm::SmallVector<llvm::Constant*, 0>())) {
    function.getContext().emitError("the initial value of " + variable +
                                    " cannot be computed while the program is built, expected one "
                                    "without built-in functions and generic pointers to variables");
    return false;
  }
  for (const auto& [global, value] : evaluator.getMutatedInitializers()) {
    global->setInitializer(value);
    if (global->getAddressSpace() == vecz::constant_space) {
      global->setConstant(true); // Clang has it so where the value needs no code
    }
  }
  return true;
}

/// The functions that Clang's kernel calls, one for a variable each; the kernel itself, if there is
/// anything else in it.
llvm::SmallVector<llvm::Function*> parts_of(llvm::Function& constructor) {
  llvm::SmallVector<llvm::Function*> parts;
  for (llvm::Instruction& instruction : llvm::instructions(constructor)) {
    auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction);
    llvm::Function* part = call ? call->getCalledFunction() : nullptr;
    if (part && !part->isDeclaration() && part->arg_empty()) {
      parts.push_back(part);
    } else if (!llvm::isa<llvm::ReturnInst>(instruction)) {
      return {&constructor};
    }
  }
  return parts;
}

void remove_unused(llvm::ArrayRef<llvm::Function*> functions) {
  for (llvm::Function* function : functions) {
    function->removeDeadConstantUsers(); // the list that there was
    if (function->hasLocalLinkage() && function->use_empty()) {
      function->eraseFromParent();
    }
  }
}

} // namespace

bool evaluate_constructors(llvm::Module& module) {
  constexpr llvm::StringLiteral list = "llvm.global_ctors";
  if (!module.getGlobalVariable(list)) {
    return false;
  }
  vecz::AnalysisManagers analyses(vecz::pre_vectorization_target());
  llvm::SmallSetVector<llvm::Function*, 8> over; // a constructor can be its own part
  llvm::optimizeGlobalCtorsList(module, [&](uint32_t, llvm::Function* constructor) {
    const auto parts = parts_of(*constructor);
    over.insert(constructor);
    over.insert(parts.begin(), parts.end());
    return llvm::all_of(parts, [&](llvm::Function* part) { return evaluate(*part, analyses); });
  });
  analyses.clear();
  if (llvm::GlobalVariable* empty = module.getGlobalVariable(list)) {
    empty->eraseFromParent();
  }
  remove_unused(over.getArrayRef());
  return true;
}

} // namespace compiler
