// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The callers of a function.
#ifndef SYCL_COMPILER_CALLS_H
#define SYCL_COMPILER_CALLS_H

#include <llvm/IR/Function.h>
#include <llvm/IR/Instructions.h>
#include <vector>

namespace sycl_compiler {

/// All direct calls, in a list of their own, so that they may be erased meanwhile.
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

} // namespace sycl_compiler

#endif
