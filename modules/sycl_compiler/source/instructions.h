// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Instructions in lists of their own, so that they may be erased meanwhile.
#ifndef SYCL_COMPILER_INSTRUCTIONS_H
#define SYCL_COMPILER_INSTRUCTIONS_H

#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <vector>

namespace sycl_compiler {

/// All direct calls of a function.
inline std::vector<llvm::CallInst*> calls_of(llvm::Function& function) {
  std::vector<llvm::CallInst*> calls;
  for (llvm::User* user : function.users()) {
    if (auto* call = llvm::dyn_cast<llvm::CallInst>(user);
        call && call->getCalledOperand() == &function) {
      calls.push_back(call);
    }
  }
  return calls;
}

/// All instructions of a class in a function.
template <typename Class> std::vector<Class*> instructions_of(llvm::Function& function) {
  std::vector<Class*> found;
  for (llvm::Instruction& instruction : llvm::instructions(function)) {
    if (auto* one = llvm::dyn_cast<Class>(&instruction)) {
      found.push_back(one);
    }
  }
  return found;
}

} // namespace sycl_compiler

#endif
