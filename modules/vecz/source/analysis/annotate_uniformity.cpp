// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "vecz/uniformity.h"

#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Metadata.h>

namespace vecz {

bool annotate_uniformity(llvm::Module& module, const CallInfo& calls) {
  llvm::MDNode* mark = llvm::MDNode::get(module.getContext(), {});
  for (llvm::Function& function : module) {
    if (function.isDeclaration()) {
      continue;
    }
    const Uniformity uniformity(function, calls);
    for (llvm::Instruction& instruction : llvm::instructions(function)) {
      const bool divergent =
          instruction.isTerminator() && uniformity.is_divergent(*instruction.getParent());
      instruction.setMetadata("vecz.varying", uniformity.is_varying(instruction) ? mark : nullptr);
      instruction.setMetadata("vecz.divergent", divergent ? mark : nullptr);
    }
  }
  return true;
}

} // namespace vecz
