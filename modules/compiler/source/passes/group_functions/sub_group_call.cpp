// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/group_functions/sub_group_call.h"

#include <llvm/IR/InstIterator.h>

namespace compiler {

llvm::SmallVector<SubGroupCall> sub_group_calls(llvm::Function& kernel) {
  llvm::SmallVector<SubGroupCall> calls;
  for (llvm::Instruction& instruction : llvm::instructions(kernel)) {
    auto* call = llvm::dyn_cast<llvm::CallInst>(&instruction);
    const llvm::Function* callee = call ? call->getCalledFunction() : nullptr;
    const auto what = callee && callee->isDeclaration() ? group_function(*callee) : std::nullopt;
    if (what && !what->is_work_group) {
      calls.push_back({call, *what});
    }
  }
  return calls;
}

} // namespace compiler
