// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "host_passes/platform_calls.h"

#include <llvm/IR/InstIterator.h>
#include <llvm/IR/InstrTypes.h>

namespace host {

bool platform_calls(llvm::Module& module) {
  bool changed = false;
  for (llvm::Function& function : module) {
    if (function.getCallingConv() == llvm::CallingConv::SPIR_FUNC) {
      function.setCallingConv(llvm::CallingConv::C);
      changed = true;
    }
    for (llvm::Instruction& instruction : llvm::instructions(function)) {
      auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction);
      if (call && call->getCallingConv() == llvm::CallingConv::SPIR_FUNC) {
        call->setCallingConv(llvm::CallingConv::C);
        changed = true;
      }
    }
  }
  return changed;
}

} // namespace host
