// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/vectorization/mark_built_ins.h"

#include "vecz/vectorize.h"

#include <llvm/IR/InstIterator.h>

namespace compiler {

bool mark_built_ins(llvm::Module& module) {
  const bool knows_program = llvm::any_of(
      module, [](const llvm::Function& function) { return function.getSubprogram() != nullptr; });
  if (!knows_program) {
    return false;
  }
  for (llvm::Function& function : module) {
    if (!function.getSubprogram() && function.size() > 1) {
      for (llvm::Instruction& instruction : llvm::instructions(function)) {
        instruction.addAnnotationMetadata(vecz::of_a_built_in);
      }
    }
  }
  return true;
}

} // namespace compiler
