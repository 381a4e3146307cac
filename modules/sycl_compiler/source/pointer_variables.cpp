// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "sycl_compiler/stages.h"

#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Module.h>

#include <algorithm>

namespace sycl_compiler {

namespace {

/// Whether a use of the variable reads or writes it whole and as a pointer.
bool is_plain_access(const llvm::Use& use) {
  const llvm::User* user = use.getUser();
  if (const auto* load = llvm::dyn_cast<llvm::LoadInst>(user)) {
    return load->getType()->isPointerTy();
  }
  if (const auto* store = llvm::dyn_cast<llvm::StoreInst>(user)) {
    return use.getOperandNo() == llvm::StoreInst::getPointerOperandIndex() &&
           store->getValueOperand()->getType()->isPointerTy();
  }
  return llvm::isa<llvm::LifetimeIntrinsic>(user);
}

} // namespace

void widen_pointer_variables(llvm::Module& module) {
  for (llvm::Function& function : module) {
    for (llvm::Instruction& instruction : llvm::instructions(function)) {
      auto* variable = llvm::dyn_cast<llvm::AllocaInst>(&instruction);
      if (variable && variable->getAllocatedType()->isPointerTy() &&
          !std::ranges::all_of(variable->uses(), is_plain_access)) {
        variable->setAllocatedType(
            module.getDataLayout().getIntPtrType(variable->getAllocatedType()));
      }
    }
  }
}

} // namespace sycl_compiler
