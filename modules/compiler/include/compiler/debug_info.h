// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef COMPILER_DEBUG_INFO_H
#define COMPILER_DEBUG_INFO_H

#include <llvm/IR/DebugInfoMetadata.h>
#include <llvm/IR/Function.h>

namespace compiler {

/// Gives `wrapper`, which is about to inline `function`, a subprogram of its own with the same name
/// and line. Returns the location for the instructions that `wrapper` adds; an empty one if
/// `function` has no debug information.
[[nodiscard]] inline llvm::DebugLoc wrap_subprogram(const llvm::Function& function,
                                                    llvm::Function& wrapper) {
  llvm::DISubprogram* subprogram = function.getSubprogram();
  if (!subprogram) {
    return {};
  }
  auto& context = function.getContext();
  llvm::DISubprogram* own = llvm::MDNode::replaceWithDistinct(subprogram->clone());
  own->replaceRetainedNodes(llvm::MDTuple::get(context, {})); // variables stay with the original
  wrapper.setSubprogram(own);
  return llvm::DILocation::get(context, subprogram->getLine(), 0, own);
}

} // namespace compiler

#endif
