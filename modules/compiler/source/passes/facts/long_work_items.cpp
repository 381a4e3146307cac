// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/facts/long_work_items.h"

#include <llvm/ADT/SmallVector.h>
#include <llvm/Analysis/CFG.h>

namespace compiler {
namespace {

bool has_loops(const llvm::Function& kernel) {
  llvm::SmallVector<std::pair<const llvm::BasicBlock*, const llvm::BasicBlock*>> edges;
  llvm::FindFunctionBackedges(kernel, edges);
  return !edges.empty();
}

} // namespace

bool long_work_items(llvm::Module& module) {
  bool changed = false;
  for (llvm::Function& function : module) {
    if (function.getCallingConv() == llvm::CallingConv::SPIR_KERNEL && !function.isDeclaration() &&
        has_loops(function)) {
      function.addFnAttr(long_work_items_mark);
      changed = true;
    }
  }
  return changed;
}

} // namespace compiler
