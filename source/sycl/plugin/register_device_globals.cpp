// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "register_device_globals.h"

#include "annotations.h"

#include <llvm/IR/IRBuilder.h>
#include <llvm/Transforms/Utils/ModuleUtils.h>

namespace sycl_plugin {

namespace {

/// Before constructors of the program, which may submit commands, and behind its destructors.
constexpr int priority = 101;

/// A function that calls another one with each variable, and with its name if that takes two.
llvm::Function* caller_of(llvm::Module& module, llvm::ArrayRef<DeviceGlobal> globals,
                          llvm::StringRef callee, bool with_names) {
  llvm::LLVMContext& context = module.getContext();
  auto* pointer = llvm::PointerType::get(context, 0);
  const std::vector<llvm::Type*> parameters(with_names ? 2 : 1, pointer);
  auto* type = llvm::FunctionType::get(llvm::Type::getVoidTy(context), parameters, false);
  const llvm::FunctionCallee library = module.getOrInsertFunction(callee, type);
  auto* function =
      llvm::Function::Create(llvm::FunctionType::get(llvm::Type::getVoidTy(context), false),
                             llvm::GlobalValue::InternalLinkage, "sycl.device_globals", module);
  llvm::IRBuilder<> builder(llvm::BasicBlock::Create(context, "", function));
  for (const DeviceGlobal& one : globals) {
    std::vector<llvm::Value*> arguments = {one.variable};
    if (with_names) {
      arguments.push_back(builder.CreateGlobalString(one.name));
    }
    builder.CreateCall(library, arguments);
  }
  builder.CreateRetVoid();
  return function;
}

} // namespace

bool register_device_globals(llvm::Module& module) {
  const std::vector<DeviceGlobal> globals = device_globals_of(module);
  if (globals.empty()) {
    return false;
  }
  llvm::appendToGlobalCtors(
      module, caller_of(module, globals, "__lanewise_sycl_register_device_global", true), priority);
  llvm::appendToGlobalDtors(
      module, caller_of(module, globals, "__lanewise_sycl_unregister_device_global", false),
      priority);
  return true;
}

} // namespace sycl_plugin
