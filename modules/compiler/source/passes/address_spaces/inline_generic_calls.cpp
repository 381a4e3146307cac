// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/address_spaces/inline_generic_calls.h"

#include "vecz/work_item_memory.h"

#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Operator.h>
#include <llvm/Transforms/Utils/Cloning.h>

namespace compiler {
namespace {

/// The same as vecz's (inline_calls.h), which inlines the other calls.
constexpr size_t max_kernel = 20000, max_copied = 2000;

bool passes_named_pointer(const llvm::CallBase& call) {
  return llvm::any_of(call.args(), [](const llvm::Use& argument) {
    const auto* cast = llvm::dyn_cast<llvm::AddrSpaceCastOperator>(argument.get());
    return cast && cast->getDestAddressSpace() == vecz::generic_space &&
           cast->getSrcAddressSpace() != vecz::generic_space;
  });
}

bool is_to_inline(const llvm::CallBase& call, size_t room) {
  const llvm::Function* callee = call.getCalledFunction();
  if (!callee || callee->isDeclaration() || callee == call.getFunction() ||
      callee->hasFnAttribute(llvm::Attribute::NoInline) || !passes_named_pointer(call)) {
    return false;
  }
  const size_t size = callee->getInstructionCount();
  return size <= room && (size <= max_copied || callee->hasOneUse());
}

bool inline_in(llvm::Function& kernel) {
  const size_t size = kernel.getInstructionCount();
  size_t room = max_kernel - std::min(size, max_kernel);
  llvm::SmallVector<llvm::CallBase*> calls;
  for (llvm::Instruction& instruction : llvm::instructions(kernel)) {
    auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction);
    if (call && is_to_inline(*call, room)) {
      room -= call->getCalledFunction()->getInstructionCount();
      calls.push_back(call);
    }
  }
  bool changed = false;
  for (llvm::CallBase* call : calls) {
    llvm::InlineFunctionInfo info;
    changed |= llvm::InlineFunction(*call, info).isSuccess();
  }
  return changed;
}

} // namespace

bool inline_generic_calls(llvm::Module& module) {
  bool changed = false;
  for (llvm::Function& function : module) {
    if (function.getCallingConv() == llvm::CallingConv::SPIR_KERNEL && !function.isDeclaration()) {
      changed |= inline_in(function);
    }
  }
  return changed;
}

} // namespace compiler
