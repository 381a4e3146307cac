// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "block_kernels.h"

#include "function_pointers.h"
#include "passes/built_ins/lower_enqueue.h"
#include "vecz/work_item_memory.h"

#include <llvm/ADT/SetVector.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>

namespace compiler {
namespace {

bool is_kernel(const llvm::Function& function) {
  return function.getCallingConv() == llvm::CallingConv::SPIR_KERNEL && !function.isDeclaration();
}

/// Instructions and variables that use a function's address in other ways than to call it.
void add_address_users(llvm::Value& value, llvm::SmallVectorImpl<llvm::User*>& users) {
  for (llvm::Use& use : value.uses()) {
    const auto* call = llvm::dyn_cast<llvm::CallBase>(use.getUser());
    if (call && call->isCallee(&use)) {
      continue;
    }
    if (llvm::isa<llvm::ConstantExpr>(use.getUser())) {
      add_address_users(*use.getUser(), users);
    } else {
      users.push_back(use.getUser());
    }
  }
}

/// A kernel whose address functions of the built-in library get.
bool is_block_kernel(llvm::Function& function) {
  if (!is_kernel(function)) {
    return false;
  }
  llvm::SmallVector<llvm::User*> users;
  add_address_users(function, users);
  return llvm::any_of(users, [](const llvm::User* user) {
    const auto* call = llvm::dyn_cast<llvm::CallInst>(user);
    return call && call->getCalledFunction() &&
           is_enqueue_function(call->getCalledFunction()->getName());
  });
}

/// The same kernel with a pointer to global memory, in which the literal's copy lies.
llvm::Function& with_global_literal(llvm::Function& kernel) {
  llvm::SmallVector<llvm::Type*> types(kernel.getFunctionType()->params());
  types[0] = llvm::PointerType::get(kernel.getContext(), vecz::global_space);
  auto* made = llvm::Function::Create(llvm::FunctionType::get(kernel.getReturnType(), types, false),
                                      llvm::GlobalValue::ExternalLinkage, kernel.getAddressSpace(),
                                      "", kernel.getParent());
  made->takeName(&kernel);
  made->copyAttributesFrom(&kernel);
  made->copyMetadata(&kernel, 0);
  made->splice(made->begin(), &kernel);
  for (auto [from, to] : llvm::zip_equal(kernel.args(), made->args())) {
    to.takeName(&from);
    llvm::Value* value = &to;
    if (from.getType() != to.getType()) {
      value = llvm::CastInst::CreatePointerBitCastOrAddrSpaceCast(
          &to, from.getType(), "", made->getEntryBlock().getFirstNonPHIOrDbgOrAlloca());
    }
    from.replaceAllUsesWith(value);
  }
  kernel.eraseFromParent();
  return *made;
}

/// Functions in which kernels are enqueued, with those that call them.
void mark_enqueuing(llvm::Module& module) {
  llvm::SetVector<llvm::Function*> open;
  for (llvm::Function& function : module) {
    if (is_enqueue_function(function.getName())) {
      open.insert(&function);
    }
  }
  for (size_t i = 0; i < open.size(); ++i) {
    for (llvm::User* user : open[i]->users()) {
      if (auto* call = llvm::dyn_cast<llvm::CallBase>(user)) {
        open.insert(call->getFunction());
      }
    }
    if (is_kernel(*open[i])) {
      open[i]->addFnAttr(enqueues);
    }
  }
}

} // namespace

void hide_block_kernels(llvm::Module& module) {
  for (llvm::Function& function : module) {
    if (is_block_kernel(function)) {
      function.setLinkage(llvm::GlobalValue::InternalLinkage);
    }
  }
}

bool number_block_kernels(llvm::Module& module) {
  llvm::SmallVector<llvm::Function*> kernels;
  for (llvm::Function& function : module) {
    if (is_block_kernel(function)) {
      kernels.push_back(&function);
    }
  }
  uint64_t number = 0;
  for (llvm::Function* kernel : kernels) {
    replace_cast_address(*kernel, number);
    with_global_literal(*kernel).addFnAttr(block_number, std::to_string(number));
    ++number;
  }
  // Literals hold the function's address for calls that Clang does not see through.
  for (llvm::Function& function : module) {
    if (!function.isDeclaration()) {
      replace_cast_address(function, 0);
    }
  }
  mark_enqueuing(module);
  return !kernels.empty();
}

int64_t number_of_block(const llvm::Function& kernel) {
  return kernel.hasFnAttribute(block_number)
             ? int64_t(kernel.getFnAttributeAsParsedInteger(block_number))
             : -1;
}

} // namespace compiler
