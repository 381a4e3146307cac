// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "instructions.h"
#include "sycl_compiler/stages.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Module.h>

#include <vector>

namespace sycl_compiler {

namespace {

/// Whether a use of the variable reads or writes a pointer at its address.
bool is_access_of_pointer(const llvm::Use& use) {
  const llvm::User* user = use.getUser();
  if (const auto* load = llvm::dyn_cast<llvm::LoadInst>(user)) {
    return load->getType()->isPointerTy();
  }
  const auto* store = llvm::dyn_cast<llvm::StoreInst>(user);
  return store && use.getOperandNo() == llvm::StoreInst::getPointerOperandIndex() &&
         store->getValueOperand()->getType()->isPointerTy();
}

bool is_plain_access(const llvm::Use& use) {
  return is_access_of_pointer(use) || llvm::isa<llvm::LifetimeIntrinsic>(use.getUser());
}

/// Whether the address goes where the back end finds another type for it: into a function's
/// parameter, maybe after a cast; and where a pointer is the first member of the variable.
bool leaves(const llvm::Use& use, const llvm::Type& type) {
  return llvm::isa<llvm::AddrSpaceCastInst>(use.getUser()) ||
         (llvm::isa<llvm::CallBase>(use.getUser()) &&
          !llvm::isa<llvm::IntrinsicInst>(use.getUser())) ||
         (!type.isPointerTy() && is_access_of_pointer(use));
}

void keep_type(llvm::AllocaInst& variable, const llvm::DataLayout& layout) {
  if (variable.getAllocatedType()->isPointerTy() &&
      !llvm::all_of(variable.uses(), is_plain_access)) {
    variable.setAllocatedType(layout.getIntPtrType(variable.getAllocatedType()));
  }
  std::vector<llvm::Use*> leaving;
  for (llvm::Use& use : variable.uses()) {
    if (leaves(use, *variable.getAllocatedType())) {
      leaving.push_back(&use);
    }
  }
  llvm::Type* const byte = llvm::Type::getInt8Ty(variable.getContext());
  llvm::Value* const nothing =
      llvm::ConstantInt::get(llvm::Type::getInt64Ty(variable.getContext()), 0);
  for (llvm::Use* use : leaving) {
    auto* const user = llvm::cast<llvm::Instruction>(use->getUser());
    use->set(
        llvm::GetElementPtrInst::CreateInBounds(byte, &variable, nothing, "", user->getIterator()));
  }
}

} // namespace

void keep_variable_types(llvm::Module& module) {
  for (llvm::Function& function : module) {
    for (llvm::AllocaInst* variable : instructions_of<llvm::AllocaInst>(function)) {
      keep_type(*variable, module.getDataLayout());
    }
  }
}

} // namespace sycl_compiler
