// Part of Lanewise, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "sycl_compiler/stages.h"

#include <llvm/IR/Module.h>

namespace sycl_compiler {

void forget_reads(llvm::Module& module) {
  for (llvm::Function& function : module) {
    const bool may_be_const = function.onlyReadsMemory() && !function.doesNotAccessMemory();
    if (may_be_const && !function.isIntrinsic()) {
      function.setMemoryEffects(llvm::MemoryEffects::unknown());
    }
  }
}

} // namespace sycl_compiler
