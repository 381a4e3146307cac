// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "groups/inline_callers.h"
#include "instructions.h"
#include "sycl_compiler/stages.h"

#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>

namespace sycl_compiler {

namespace {

constexpr unsigned local_space = 3;

class State {
public:
  explicit State(llvm::Module& of) : module(of) {}

  void process() {
    if (llvm::Function* memory = module.getFunction(local_memory_function)) {
      give_variables(*memory);
    }
    if (llvm::Function* block = module.getFunction(local_block_function)) {
      inline_callers(module, {block});
      give_parameters(*block);
    }
  }

private:
  /// Each call of local_memory_function(size, alignment) is a variable.
  void give_variables(llvm::Function& memory) {
    for (llvm::CallInst* call : calls_of(memory)) {
      const auto* size = llvm::dyn_cast<llvm::ConstantInt>(call->getArgOperand(0));
      const auto* alignment = llvm::dyn_cast<llvm::ConstantInt>(call->getArgOperand(1));
      if (!size || !alignment) {
        continue; // it stays, and is reported as undefined
      }
      auto* type =
          llvm::ArrayType::get(llvm::Type::getInt8Ty(module.getContext()), size->getZExtValue());
      auto* variable = new llvm::GlobalVariable(
          module, type, false, llvm::GlobalValue::InternalLinkage, llvm::PoisonValue::get(type),
          "sycl.local", nullptr, llvm::GlobalValue::NotThreadLocal, local_space);
      variable->setAlignment(llvm::Align(alignment->getZExtValue()));
      call->replaceAllUsesWith(variable);
      call->eraseFromParent();
    }
    if (memory.use_empty()) {
      memory.eraseFromParent();
    }
  }

  void give_parameters(llvm::Function& block) {
    llvm::SmallPtrSet<llvm::Function*, 16> kernels;
    for (llvm::CallInst* call : calls_of(block)) {
      if (call->getFunction()->getCallingConv() == llvm::CallingConv::SPIR_KERNEL) {
        kernels.insert(call->getFunction());
      }
    }
    for (llvm::Function& function : llvm::make_early_inc_range(module)) {
      if (kernels.contains(&function)) {
        give_parameter(function, block);
      }
    }
    if (block.use_empty()) {
      block.eraseFromParent();
    }
  }

  /// Moves the kernel's body into one with a further parameter.
  void give_parameter(llvm::Function& kernel, llvm::Function& block) {
    std::vector<llvm::Type*> types(kernel.getFunctionType()->params());
    types.push_back(llvm::PointerType::get(module.getContext(), local_space));
    auto* type = llvm::FunctionType::get(kernel.getReturnType(), types, false);
    auto* made = llvm::Function::Create(type, kernel.getLinkage(), kernel.getAddressSpace());
    module.getFunctionList().insert(kernel.getIterator(), made);
    made->takeName(&kernel);
    made->copyAttributesFrom(&kernel);
    made->copyMetadata(&kernel, 0);
    made->setComdat(kernel.getComdat());
    made->addFnAttr(local_block_attribute);
    made->splice(made->begin(), &kernel);
    for (size_t i = 0; i < kernel.arg_size(); ++i) {
      kernel.getArg(i)->replaceAllUsesWith(made->getArg(i));
    }
    llvm::Argument* parameter = made->getArg(kernel.arg_size());
    parameter->setName("local_block");
    for (llvm::CallInst* call : calls_of(block)) {
      if (call->getFunction() == made) {
        call->replaceAllUsesWith(parameter);
        call->eraseFromParent();
      }
    }
    kernel.eraseFromParent();
  }

  llvm::Module& module;
};

} // namespace

void lower_local_memory(llvm::Module& module) { State(module).process(); }

} // namespace sycl_compiler
