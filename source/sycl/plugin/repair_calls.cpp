// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "repair_calls.h"

#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/InstrTypes.h>

namespace sycl_plugin {

namespace {

bool repair(llvm::CallBase& call) {
  bool changed = false;
  llvm::IRBuilder<> builder(&call);
  const llvm::FunctionType* type = call.getFunctionType();
  for (unsigned i = 0; i < type->getNumParams(); ++i) {
    llvm::Value* argument = call.getArgOperand(i);
    llvm::Type* wanted = type->getParamType(i);
    if (argument->getType() != wanted && argument->getType()->isPointerTy() &&
        wanted->isPointerTy()) {
      call.setArgOperand(i, builder.CreateAddrSpaceCast(argument, wanted));
      changed = true;
    }
  }
  return changed;
}

} // namespace

bool repair_calls(llvm::Module& module) {
  bool changed = false;
  for (llvm::Function& function : module) {
    for (llvm::Instruction& instruction : llvm::instructions(function)) {
      if (auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction)) {
        changed = repair(*call) || changed;
      }
    }
  }
  return changed;
}

} // namespace sycl_plugin
