// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/inline_group_functions.h"

#include "compiler/mux_builtins.h"
#include "passes/group_functions.h"
#include "passes/private_memory.h"

#include <llvm/ADT/SetVector.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/Transforms/Utils/Cloning.h>

namespace compiler {
namespace {

using FunctionSet = llvm::SmallSetVector<llvm::Function*, 16>;

/// Functions that use `value`, also through constant expressions.
void add_users(llvm::Value& value, FunctionSet& functions) {
  for (llvm::User* user : value.users()) {
    if (auto* instruction = llvm::dyn_cast<llvm::Instruction>(user)) {
      functions.insert(instruction->getFunction());
    } else if (llvm::isa<llvm::ConstantExpr>(user)) {
      add_users(*user, functions);
    }
  }
}

/// Inlines `callee` wherever it is called; true if that left no call.
void inline_everywhere(llvm::Function& callee) {
  for (llvm::User* user : llvm::make_early_inc_range(callee.users())) {
    auto* call = llvm::dyn_cast<llvm::CallBase>(user);
    if (call && call->getCalledFunction() == &callee) {
      llvm::InlineFunctionInfo info;
      (void)llvm::InlineFunction(*call, info, /*MergeAttributes=*/true);
    }
  }
}

} // namespace

bool inline_group_functions(llvm::Module& module) {
  FunctionSet group_functions;
  for (llvm::Function& function : module) {
    // printf writes to memory that belongs to the launch; the functions that are left of those of
    // groups wait for the pass sub-groups.
    if (mux_builtin(function) || function.getName() == "printf" ||
        (function.isDeclaration() && group_function(function))) {
      add_users(function, group_functions);
    }
  }
  for (llvm::GlobalVariable& variable : module.globals()) {
    if (variable.getAddressSpace() == 3) {
      add_users(variable, group_functions);
    }
  }
  for (llvm::Function& function : module) {
    for (llvm::Instruction& instruction : llvm::instructions(function)) {
      const auto* variable = llvm::dyn_cast<llvm::AllocaInst>(&instruction);
      if (variable && is_too_large_for_stack(*variable)) {
        group_functions.insert(&function);
      }
    }
  }
  // The set grows by the callers of what is in it; callees stand before their callers.
  for (size_t i = 0; i < group_functions.size(); ++i) {
    add_users(*group_functions[i], group_functions);
  }
  bool changed = false;
  for (llvm::Function* function : group_functions) {
    if (function->getCallingConv() == llvm::CallingConv::SPIR_KERNEL && function->use_empty()) {
      continue;
    }
    function->removeFnAttr(llvm::Attribute::NoInline);
    function->removeFnAttr(llvm::Attribute::OptimizeNone);
    inline_everywhere(*function);
    changed = true;
  }
  for (llvm::Function* function : group_functions) {
    if (function->use_empty() && function->getCallingConv() != llvm::CallingConv::SPIR_KERNEL) {
      function->eraseFromParent();
    }
  }
  return changed;
}

} // namespace compiler
