// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "passes/work_item_loops/work_item_loops.h"

#include "passes/work_item_loops/work_group_function.h"

namespace compiler {

bool work_item_loops(llvm::Module& module, const vecz::VectorRegisters& registers) {
  llvm::SmallVector<llvm::Function*> kernels;
  for (llvm::Function& function : module) {
    if (function.getCallingConv() == llvm::CallingConv::SPIR_KERNEL && !function.isDeclaration()) {
      kernels.push_back(&function);
    }
  }
  for (llvm::Function* kernel : kernels) {
    WorkGroupPlan plan(*kernel, registers);
    WorkGroupFunction function(plan);
    function.build();
    function.remove_what_was_built_from();
  }
  return !kernels.empty();
}

} // namespace compiler
