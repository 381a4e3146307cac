// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/built_ins/call_by_name.h"

#include <llvm/IR/Module.h>

namespace compiler {

llvm::CallInst* call_by_name(llvm::IRBuilderBase& builder, llvm::StringRef name, llvm::Type* result,
                             llvm::ArrayRef<llvm::Value*> arguments, bool convergent) {
  llvm::SmallVector<llvm::Type*> types;
  for (llvm::Value* argument : arguments) {
    types.push_back(argument->getType());
  }
  llvm::Module& module = *builder.GetInsertBlock()->getModule();
  auto* type = llvm::FunctionType::get(result, types, false);
  auto* callee = llvm::cast<llvm::Function>(module.getOrInsertFunction(name, type).getCallee());
  callee->setCallingConv(llvm::CallingConv::SPIR_FUNC);
  llvm::CallInst* made = builder.CreateCall(callee, arguments);
  made->setCallingConv(llvm::CallingConv::SPIR_FUNC);
  if (convergent) {
    callee->setConvergent();
    made->setConvergent();
  }
  return made;
}

} // namespace compiler
