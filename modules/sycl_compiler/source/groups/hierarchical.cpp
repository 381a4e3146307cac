// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "groups/inline_callers.h"
#include "groups/item_loops.h"
#include "instructions.h"
#include "pipeline.h"
#include "sycl_compiler/stages.h"

#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Module.h>
#include <llvm/Transforms/IPO/AlwaysInliner.h>
#include <llvm/Transforms/InstCombine/InstCombine.h>
#include <llvm/Transforms/Scalar/ADCE.h>
#include <llvm/Transforms/Scalar/EarlyCSE.h>
#include <llvm/Transforms/Scalar/SROA.h>
#include <llvm/Transforms/Scalar/SimplifyCFG.h>
#include <llvm/Transforms/Utils/Cloning.h>
#include <map>
#include <memory>
#include <string>
#include <string_view>

namespace sycl_compiler {

namespace {

constexpr const char* barrier_function = "_Z22__spirv_ControlBarrieriii";

/// Of all memory of the work-group: scopes and semantics are numbers of the SPIR-V specification.
void add_barrier(llvm::Instruction& before) {
  constexpr uint32_t work_group = 2, acquire_and_release_all = 0x308;
  llvm::Module& module = *before.getModule();
  llvm::IRBuilder<> builder(&before);
  llvm::Type* number = builder.getInt32Ty();
  auto* type = llvm::FunctionType::get(builder.getVoidTy(), {number, number, number}, false);
  const bool is_new = module.getFunction(barrier_function) == nullptr;
  llvm::FunctionCallee barrier = module.getOrInsertFunction(barrier_function, type);
  if (auto* function = llvm::dyn_cast<llvm::Function>(barrier.getCallee()); function && is_new) {
    function->setCallingConv(llvm::CallingConv::SPIR_FUNC);
    function->setConvergent();
    function->setDoesNotThrow();
  }
  llvm::CallInst* call =
      builder.CreateCall(barrier, {builder.getInt32(work_group), builder.getInt32(work_group),
                                   builder.getInt32(acquire_and_release_all)});
  call->setCallingConv(llvm::CallingConv::SPIR_FUNC);
  call->setConvergent();
}

/// The functions that headers call and this stage replaces, where the module has them.
std::vector<llvm::Function*> functions_of(llvm::Module& module) {
  std::vector<llvm::Function*> found;
  for (const char* name : {begin_items_function, end_items_function, items_are_parallel_function,
                           item_memory_function}) {
    if (llvm::Function* function = module.getFunction(name)) {
      found.push_back(function);
    }
  }
  return found;
}

void answer_questions(llvm::Module& module, const std::map<std::string, ItemLoops>& loops) {
  llvm::Function* question = module.getFunction(items_are_parallel_function);
  if (!question) {
    return;
  }
  for (llvm::CallInst* call : calls_of(*question)) {
    const auto found = loops.find(call->getFunction()->getName().str());
    const bool parallel = found != loops.end() && found->second.may_be_parallel;
    call->replaceAllUsesWith(llvm::ConstantInt::getBool(call->getType(), parallel));
    call->eraseFromParent();
  }
}

/// Leaves loops as they are: they tell what is handed from one work-item to the next.
void simplify(llvm::Module& module) {
  for (llvm::Function& function : module) {
    const bool may_inline = !function.isDeclaration() &&
                            function.getCallingConv() != llvm::CallingConv::SPIR_KERNEL &&
                            !function.hasFnAttribute(llvm::Attribute::NoInline);
    if (may_inline) {
      function.addFnAttr(llvm::Attribute::AlwaysInline);
    }
  }
  run_pipeline(module, [](llvm::PassBuilder&) {
    llvm::FunctionPassManager functions;
    for (int round = 0; round < 2; ++round) { // addresses of variables are in variables
      functions.addPass(llvm::SROAPass(llvm::SROAOptions::ModifyCFG));
      functions.addPass(llvm::EarlyCSEPass());
      functions.addPass(llvm::InstCombinePass());
      functions.addPass(llvm::SimplifyCFGPass());
    }
    functions.addPass(llvm::ADCEPass());
    llvm::ModulePassManager all;
    all.addPass(llvm::AlwaysInlinerPass());
    all.addPass(llvm::createModuleToFunctionPassAdaptor(std::move(functions)));
    return all;
  });
}

/// What each kernel allows, by its name: a copy is simplified to find out.
std::map<std::string, ItemLoops> look_at(llvm::Module& module) {
  const std::unique_ptr<llvm::Module> trial = llvm::CloneModule(module);
  std::map<std::string, ItemLoops> loops;
  for (llvm::CallInst* call : calls_of(*trial->getFunction(begin_items_function))) {
    loops[call->getFunction()->getName().str()] = ItemLoops();
  }
  answer_questions(*trial, loops);
  for (llvm::Function* function : functions_of(*trial)) {
    function->setConvergent();
    function->setCannotDuplicate();
  }
  simplify(*trial);
  for (auto& [name, of_kernel] : loops) {
    llvm::Function* kernel = trial->getFunction(name);
    of_kernel = kernel ? find_item_loops(*kernel) : ItemLoops();
  }
  return loops;
}

/// Puts barriers in the places of the calls around loops.
void put_barriers(llvm::Module& module, std::string_view name,
                  const std::map<std::string, ItemLoops>& loops) {
  llvm::Function* function = module.getFunction({name.data(), name.size()});
  if (!function) {
    return;
  }
  for (llvm::CallInst* call : calls_of(*function)) {
    const auto found = loops.find(call->getFunction()->getName().str());
    const bool parallel = found != loops.end() && found->second.may_be_parallel;
    if (parallel && (name == end_items_function || found->second.group_reads)) {
      add_barrier(*call);
    }
    call->eraseFromParent();
  }
}

} // namespace

void lower_hierarchical_kernels(llvm::Module& module) {
  const std::vector<llvm::Function*> functions = functions_of(module);
  if (functions.empty()) {
    return;
  }
  inline_callers(module, functions);
  std::map<std::string, ItemLoops> loops;
  if (module.getFunction(begin_items_function)) {
    loops = look_at(module);
  }
  for (const auto& [name, of_kernel] : loops) {
    if (of_kernel.may_be_parallel) {
      module.getFunction(name)->addFnAttr(parallel_items_attribute);
    }
  }
  answer_questions(module, loops);
  put_barriers(module, begin_items_function, loops);
  put_barriers(module, end_items_function, loops);
  if (llvm::Function* memory = module.getFunction(item_memory_function)) {
    for (llvm::CallInst* call : calls_of(*memory)) {
      call->replaceAllUsesWith(call->getArgOperand(0));
      call->eraseFromParent();
    }
  }
  for (llvm::Function* function : functions_of(module)) {
    if (function->use_empty()) {
      function->eraseFromParent();
    }
  }
}

} // namespace sycl_compiler
