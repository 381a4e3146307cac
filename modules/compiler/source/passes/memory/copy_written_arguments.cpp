// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/memory/copy_written_arguments.h"

#include <llvm/ADT/SetVector.h>
#include <llvm/IR/IRBuilder.h>

namespace compiler {
namespace {

bool is_only_read(llvm::Argument& argument) {
  llvm::SmallSetVector<llvm::Value*, 8> addresses;
  addresses.insert(&argument);
  for (size_t i = 0; i < addresses.size(); ++i) { // grows
    for (llvm::User* user : addresses[i]->users()) {
      if (llvm::isa<llvm::GetElementPtrInst, llvm::PHINode, llvm::SelectInst>(user)) {
        addresses.insert(user);
      } else if (!llvm::isa<llvm::LoadInst>(user)) {
        return false;
      }
    }
  }
  return true;
}

/// Copies word by word rather than by memcpy, so that SROA can put the words into registers.
void copy(llvm::Argument& argument) {
  llvm::Type* type = argument.getParamByValType();
  llvm::Function& function = *argument.getParent();
  llvm::IRBuilder<> builder(&*function.getEntryBlock().getFirstInsertionPt());
  llvm::AllocaInst* own = builder.CreateAlloca(type, nullptr, argument.getName() + ".own");
  const llvm::Align align = argument.getParamAlign().valueOrOne();
  own->setAlignment(std::max(align, own->getAlign()));
  argument.replaceAllUsesWith(own);
  const uint64_t size = function.getDataLayout().getTypeAllocSize(type);
  for (uint64_t offset = 0, step = 8; offset < size; offset += step) {
    while (step > size - offset) {
      step /= 2;
    }
    llvm::Value* from = builder.CreatePtrAdd(&argument, builder.getInt64(offset));
    llvm::Value* to = builder.CreatePtrAdd(own, builder.getInt64(offset));
    builder.CreateAlignedStore(builder.CreateAlignedLoad(builder.getIntNTy(8 * step), from,
                                                         llvm::commonAlignment(align, offset)),
                               to, llvm::commonAlignment(own->getAlign(), offset));
  }
}

} // namespace

bool copy_written_arguments(llvm::Module& module) {
  bool changed = false;
  for (llvm::Function& function : module) {
    if (function.isDeclaration() || function.getCallingConv() != llvm::CallingConv::SPIR_KERNEL) {
      continue;
    }
    for (llvm::Argument& argument : function.args()) {
      if (argument.hasByValAttr() && !is_only_read(argument)) {
        copy(argument);
        changed = true;
      }
    }
  }
  return changed;
}

} // namespace compiler
