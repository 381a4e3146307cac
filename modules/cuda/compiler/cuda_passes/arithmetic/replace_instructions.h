// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef CUDA_PASSES_ARITHMETIC_REPLACE_INSTRUCTIONS_H
#define CUDA_PASSES_ARITHMETIC_REPLACE_INSTRUCTIONS_H

#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Module.h>
#include <llvm/Transforms/Utils/Local.h>

namespace cuda {

/// Puts what `make(instruction)` returns, unless that is null, in the place of each instruction of
/// a module; what only the instruction used goes as well. Returns whether anything was replaced.
template <typename Make> bool replace_instructions(llvm::Module& module, Make make) {
  bool changed = false;
  for (llvm::Function& function : module) {
    for (llvm::Instruction& instruction :
         llvm::make_early_inc_range(llvm::instructions(function))) {
      if (llvm::Value* made = make(instruction)) {
        instruction.replaceAllUsesWith(made);
        llvm::RecursivelyDeleteTriviallyDeadInstructions(&instruction);
        changed = true;
      }
    }
  }
  return changed;
}

} // namespace cuda

#endif
